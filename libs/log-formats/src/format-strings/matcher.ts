import type { Directive, Escaping, Form } from './pieces.js';
import { isDigit } from '../text/digits.js';

/** One directive of a format, and how its value is found in a line. */
export interface Step {
  directive: Directive;
  /** Which directive of the format it is; the first one is 1. */
  number: number;
  /** The text behind the value; empty at the end of the line, and before what begins by itself. */
  behind: string;
  /** The place among the values; -1 for a value that nobody needs. */
  slot: number;
  /** Whether the value ends by its form alone, so that another text may stand behind it. */
  endsByForm: boolean;
  /** Returns where the value ends that begins at `at`, or -1. */
  findEnd(line: string, at: number): number;
}

/** A format that lines can be matched with, piece by piece from left to right. */
export interface Matcher {
  /** The text in front of the first directive. */
  front: string;
  steps: readonly Step[];
  /** Whether a line may go on behind the format. */
  open: boolean;
}

/** Where a line does not fit: at which step, and where in the line. `steps.length` is its end. */
export interface Misfit {
  step: number;
  at: number;
  /** Whether the value was found, and what should stand behind it was not. */
  isBehind: boolean;
}

/**
 * Puts the values of a line into their slots, or returns where it does not fit. Each step looks at a
 * part of the line that no other one looks at, except for the one that fails.
 */
export function matchLine(
  { front, steps, open }: Matcher,
  line: string,
  values: string[],
): Misfit | undefined {
  if (!line.startsWith(front)) return { step: 0, at: 0, isBehind: false };
  let at = front.length;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const end = step.findEnd(line, at);
    if (end < 0) return { step: index, at, isBehind: false };
    if (step.slot >= 0) values[step.slot] = line.slice(at, end);
    const { behind } = step;
    if (step.endsByForm && !line.startsWith(behind, end))
      return { step: index, at: end, isBehind: true };
    at = end + behind.length;
  }
  const isOver = open || at === line.length || line.slice(at).trim() === '';
  return isOver ? undefined : { step: steps.length, at, isBehind: false };
}

/** What a value stands between, and what comes behind it. */
export interface Surroundings {
  before: string;
  behind: string;
  /** The directive behind, if there is one. */
  next: Directive | undefined;
  /** The text behind that one. */
  behindNext: string;
  open: boolean;
  escaping: Escaping;
}

type FindEnd = Step['findEnd'];
/** Tells whether a value may end where the rest of the line begins at `at`. */
type Fits = (line: string, at: number) => boolean;

const QUOTE = '"';
const DOUBLE_QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MOST_DIGITS = 3;
const DASH = 0x2d;

/** Returns what finds the end of the values of a directive. */
export function findEndOf({ form, time }: Directive, around: Surroundings): FindEnd {
  if (form === 'blanks') return endOfBlanks;
  if (form === 'time' && time) return endOfPattern(new RegExp(time.pattern.source, 'y'));
  if (form === 'status') return endOfStatus;
  const { before, behind, next } = around;
  if (behind === '' && next) return beforeNext(next);
  if (behind === '') return form === 'text' || form === 'request' ? endOfLine : endOfWords(form);
  if (before.endsWith(QUOTE) && behind.startsWith(QUOTE)) return endOfQuoted(around);
  if (form === 'word') return behindHost(behind);
  if (form === 'list') return endOfAddress(behind);
  const fits = fitsOf(around);
  return form === 'request' ? endOfRequest(behind, fits) : endOfText(behind, fits);
}

const endOfLine: FindEnd = (line) => line.length;

/** The last word or list of a line ends at a blank that is too much, or where the line does. */
function endOfWords(form: Form): FindEnd {
  const endFrom = form === 'list' ? endOfList(' ') : behindHost(' ');
  return (line, at) => {
    const end = endFrom(line, at);
    return end < 0 ? line.length : end;
  };
}

const endOfBlanks: FindEnd = (line, at) => {
  let end = at;
  while (line.charCodeAt(end) === SPACE) end++;
  return end;
};

/** A pattern is as short as a time, so it is tried at one place only. */
function endOfPattern(pattern: RegExp): FindEnd {
  return (line, at) => {
    pattern.lastIndex = at;
    return pattern.test(line) ? pattern.lastIndex : -1;
  };
}

/** A status has up to three digits, or is a dash where there was no answer. */
const endOfStatus: FindEnd = (line, at) => {
  if (line.charCodeAt(at) === DASH) return at + 1;
  let end = at;
  while (end < at + MOST_DIGITS && isDigit(line.charCodeAt(end))) end++;
  return end === at ? -1 : end;
};

/** The value of the next directive begins with a character of its own, or with no blank. */
function beforeNext({ begins, form }: Directive): FindEnd {
  const mark = begins ?? (form === 'blanks' ? ' ' : undefined);
  if (mark === undefined) return endOfLine;
  return (line, at) => line.indexOf(mark, at);
}

/** An address of IPv6 in brackets has colons of its own. */
function behindHost(behind: string): FindEnd {
  return (line, at) => {
    const from = line[at] === '[' && behind.startsWith(':') ? line.indexOf(']', at) : at;
    return from < 0 ? -1 : line.indexOf(behind, from);
  };
}

/** An address that stands in quotes belongs to another format than one without them. */
function endOfAddress(behind: string): FindEnd {
  const endFrom = endOfList(behind);
  return (line, at) => (line.charCodeAt(at) === DOUBLE_QUOTE ? -1 : endFrom(line, at));
}

/** A list goes on behind a comma, and that of nginx's upstreams also behind a colon with spaces. */
function endOfList(behind: string): FindEnd {
  return (line, at) => {
    let end = line.indexOf(behind, at);
    while (end > at && behind.startsWith(' ') && goesOn(line, end))
      end = line.indexOf(behind, end + 1);
    return end;
  };
}

function goesOn(line: string, end: number): boolean {
  const before = line.charCodeAt(end - 1);
  if (before === COMMA) return true;
  if (before === COLON) return line.charCodeAt(end - 2) === SPACE;
  return line.charCodeAt(end + 1) === COLON && line.charCodeAt(end + 2) === SPACE;
}

/**
 * A text ends where the rest fits. If it fits nowhere, the text ends at the first place that it might,
 * so that the next directive is the one that does not fit.
 */
function endOfText(behind: string, fits: Fits | undefined): FindEnd {
  if (!fits) return endOfList(behind);
  return (line, at) => {
    const first = line.indexOf(behind, at);
    for (let end = first; end >= 0; end = line.indexOf(behind, end + 1))
      if (fits(line, end + behind.length)) return end;
    return first;
  };
}

/** A request has spaces of its own, and its version of HTTP behind the last one. */
function endOfRequest(behind: string, fits: Fits | undefined): FindEnd {
  const endFrom = endOfText(behind, fits);
  return (line, at) => {
    const version = line.indexOf(' HTTP/', at);
    return endFrom(line, version < 0 ? at : version + 1);
  };
}

/**
 * Finds the quote that ends a text. It is not escaped, and what must stand behind it does. Some
 * servers do not escape, so a text may end with a backslash. Then the first escaped quote in the right
 * place counts.
 */
function endOfQuoted(around: Surroundings): FindEnd {
  const { behind, escaping } = around;
  const fits = fitsOf(around) ?? (() => true);
  const isEscapedAt = escaping === 'none' ? () => false : isEscaped;
  return (line, at) => {
    let first = -1;
    let escaped = -1;
    for (let end = line.indexOf(behind, at); end >= 0; end = line.indexOf(behind, end + 1)) {
      const isPart = isEscapedAt(line, end, at);
      if (fits(line, end + behind.length)) {
        if (!isPart) return end;
        if (escaped < 0) escaped = end;
      } else if (!isPart && first < 0) first = end;
    }
    return escaped < 0 ? first : escaped;
  };
}

function isEscaped(line: string, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && line.charCodeAt(at - 1) === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

/** Returns what tells whether the next value fits, where its form tells it or the line must be over. */
function fitsOf({ next, behindNext, open, behind, escaping }: Surroundings): Fits | undefined {
  if (!next) return open || behind !== QUOTE ? undefined : escaping === 'none' ? isOver : mayBeOver;
  if (next.form !== 'status' && next.form !== 'time') return undefined;
  const findEnd = next.time ? endOfPattern(new RegExp(next.time.pattern.source, 'y')) : endOfStatus;
  return (line, at) => {
    const end = findEnd(line, at);
    return end >= 0 && line.startsWith(behindNext, end);
  };
}

const isOver: Fits = (line, at) => at === line.length;

/** Where quotes are escaped, one with a space behind it ends the value, and the line has too much. */
const mayBeOver: Fits = (line, at) => at === line.length || line.charCodeAt(at) === SPACE;
