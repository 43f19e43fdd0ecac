import type { OptionalName } from '@app/contracts';
import type { TimeFormat } from '../text/strftime.js';

/** What a directive tells of a request. */
export type FormatFact =
  | 'method'
  | 'host'
  | 'path'
  | 'query'
  | 'request'
  | 'status'
  | 'client'
  /** Who made the connection, where `client` may be somebody else. */
  | 'peer'
  | 'forwarded'
  | 'userAgent'
  | OptionalName;

/**
 * How far the value of a directive reaches. `word`: to what follows, without a space. `list`: the
 * same, but a comma goes on behind its space. `text`: to what follows, with any spaces. `request`: a
 * text that ends behind its version of HTTP. `status` and `time`: as far as their form. `blanks`: as
 * long as there are spaces.
 */
export type Form = 'word' | 'list' | 'text' | 'request' | 'status' | 'time' | 'blanks';

/** A directive of a format string, such as `%>s` or `$status`. */
export interface Directive {
  /** As it stands in the format string. */
  name: string;
  /** Where it stands; the first character is 1. */
  at: number;
  form: Form;
  /** Undefined for what tells nothing of a visit. */
  fact?: FormatFact | undefined;
  /** Of several directives for a fact, the one with the lowest rank counts if it has a value. */
  rank?: number;
  time?: TimeFormat;
  /** Whether `-` only says that the server did not log the value. */
  conditional?: boolean;
  /** The character with which the value begins, for one that may stand directly behind another. */
  begins?: '/' | '?';
  /** Whether the value may be a zone, and counts only if it is one. */
  maybeZone?: boolean;
}

export type Piece = string | Directive;

/** How the server escapes what a visitor sent. */
export type Escaping = 'backslash' | 'json' | 'none';

/** A format string as its syntax reads it. */
export interface ParsedFormat {
  /** Texts and directives in their order. */
  pieces: Piece[];
  escaping: Escaping;
  /** Whether a line may go on behind the format. */
  open: boolean;
}
