import { missingInTime } from '../text/strftime.js';
import { parseApache } from './apache.js';
import {
  type FormatString,
  FormatStringFault,
  LONGEST_FORMAT_STRING,
  SYNTAX_TITLES,
  syntaxOf,
} from './format-string.js';
import { parseGoAccess } from './goaccess.js';
import { findEndOf, type Matcher, type Step } from './matcher.js';
import { parseNginx } from './nginx.js';
import type { Directive, Escaping, FormatFact, ParsedFormat, Piece } from './pieces.js';
import { faultAt, shown } from './source-text.js';

/** Longer ones are no format of a log, and each directive looks at every line. */
const MOST_DIRECTIVES = 200;

/** Where the values of a fact are, the best first. */
export interface Slot {
  slot: number;
  directive: Directive;
}

/** A format string that lines can be read with. */
export interface CompiledFormat {
  matcher: Matcher;
  escaping: Escaping;
  facts: ReadonlyMap<FormatFact, readonly Slot[]>;
  /** The pieces of a time, the best first. */
  times: readonly Slot[];
  zone: Slot | undefined;
}

/**
 * Compiles a format string.
 *
 * @throws FormatStringFault which says what is wrong with it, and where
 */
export function compileFormatString(format: FormatString): CompiledFormat {
  if (format.text.length > LONGEST_FORMAT_STRING)
    throw new FormatStringFault(
      `The format string has more than ${LONGEST_FORMAT_STRING} characters.`,
    );
  const { pieces, escaping, open } = parse(format);
  const { front, placed } = place(joinPaths(pieces));
  if (placed.length === 0)
    throw new FormatStringFault(
      `The format string has no directive of ${SYNTAX_TITLES[syntaxOf(format)]}. If another program has written the log, name its syntax.`,
    );
  if (placed.length > MOST_DIRECTIVES)
    throw new FormatStringFault(`The format string has more than ${MOST_DIRECTIVES} directives.`);
  placed.forEach((one, index) => refuseUnclear(one, placed[index + 1]?.directive));
  const slots = placed.map(({ directive }, slot) => ({ slot, directive }));
  const times = slots.filter(({ directive }) => directive.time).sort(byRank);
  const facts = new Map<FormatFact, Slot[]>();
  for (const slot of slots) {
    const { fact } = slot.directive;
    if (fact) facts.set(fact, [...(facts.get(fact) ?? []), slot].sort(byRank));
  }
  const zone = slots.find(({ directive }) => directive.maybeZone);
  refuseIncomplete(facts, times);
  return { matcher: matcherOf(front, placed, { escaping, open }), escaping, facts, times, zone };
}

function parse(format: FormatString): ParsedFormat {
  const syntax = syntaxOf(format);
  if (syntax === 'goaccess') return parseGoAccess(format);
  if (format.dateFormat !== undefined || format.timeFormat !== undefined)
    throw new FormatStringFault(
      `A date format and a time format belong to a format string of GoAccess. This one is of ${SYNTAX_TITLES[syntax]}, which says itself how times are written.`,
    );
  return syntax === 'nginx' ? parseNginx(format.text) : parseApache(format.text);
}

const byRank = (one: Slot, other: Slot): number =>
  (one.directive.rank ?? 0) - (other.directive.rank ?? 0);

/** A directive, and the texts around it. */
interface Placed {
  before: string;
  directive: Directive;
  behind: string;
}

/** Joins a path with the query directly behind it: they are one value. */
function joinPaths(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece === '') continue;
    if (typeof piece === 'string' || typeof last !== 'object' || !continues(last, piece))
      joined.push(piece);
    else joined[joined.length - 1] = { ...last, name: `${last.name}${piece.name}` };
  }
  return joined;
}

/** `%U%q`, `$uri$is_args$args` and `$is_args$args`: none of them says where the first one ends. */
function continues(first: Directive, second: Directive): boolean {
  const isTarget = first.fact === 'path' || first.begins === '?';
  return isTarget && (second.begins === '?' || second.fact === 'query');
}

function place(pieces: readonly Piece[]): { front: string; placed: Placed[] } {
  const placed: Placed[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const last = placed.at(-1);
    if (last) last.behind = text;
    placed.push({ before: text, directive: piece, behind: '' });
    text = '';
  }
  const last = placed.at(-1);
  if (last) last.behind = text;
  return { front: placed[0]?.before ?? text, placed };
}

/** Refuses what no reader could find the end of. */
function refuseUnclear({ before, directive, behind }: Placed, next: Directive | undefined): void {
  const { name, at, fact } = directive;
  if (!next || endsByItself(directive)) return;
  if (behind === '' && next.begins === undefined && next.form !== 'blanks')
    throw faultAt(
      next.name,
      next.at,
      `stands directly behind ${shown(name)}, so that nothing tells where one ends and the other begins`,
    );
  const isQuoted = before.endsWith('"') && behind.startsWith('"');
  if (fact === 'userAgent' && !isQuoted && behind === ' ' && !endsByItself(next))
    throw faultAt(
      name,
      at,
      `is not in quotes, and only a space stands between it and ${shown(next.name)}: a user agent has spaces of its own, so that nothing tells where it ends`,
    );
}

function endsByItself({ form }: Directive): boolean {
  return form === 'status' || form === 'time' || form === 'blanks';
}

const TARGETS: readonly FormatFact[] = ['request', 'path'];

/** Refuses a format without what every visit has. */
function refuseIncomplete(
  facts: ReadonlyMap<FormatFact, readonly Slot[]>,
  times: readonly Slot[],
): void {
  const parts = times.flatMap(({ directive }) => directive.time?.parts ?? []);
  const missing = [
    ...(times.length === 0 ? ['a time'] : [missingInTime(parts) ?? []].flat()),
    ...(TARGETS.some((fact) => facts.has(fact)) ? [] : ['a request or a path']),
  ];
  if (missing.length === 0) return;
  throw new FormatStringFault(
    `The format string lacks ${missing.join(' and ')}: lines of it do not tell enough of a visit.`,
  );
}

function matcherOf(
  front: string,
  placed: readonly Placed[],
  { escaping, open }: Pick<ParsedFormat, 'escaping' | 'open'>,
): Matcher {
  const steps = placed.map(({ before, directive, behind }, index): Step => {
    const next = placed[index + 1];
    const around = {
      ...{ before, behind, next: next?.directive, behindNext: next?.behind ?? '' },
      ...{ open, escaping },
    };
    const { fact, time, maybeZone } = directive;
    const isNeeded = fact !== undefined || time !== undefined || maybeZone === true;
    return {
      ...{ directive, number: index + 1, behind, slot: isNeeded ? index : -1 },
      endsByForm: endsByItself(directive),
      findEnd: findEndOf(directive, around),
    };
  });
  return { front, steps, open };
}
