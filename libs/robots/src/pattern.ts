import { literally, normalForm, normalPath } from './normal-form.js';
import type { Rule } from './robots-text.js';

/** A rule that is ready to be compared with paths in the common form. */
export interface Pattern {
  rule: Rule;
  /** The rule with the most octets wins. */
  octets: number;
  /** What a path must begin with: all that stands before the first wildcard. */
  prefix: string;
  /** What stands behind the first wildcard. Undefined for a pattern without wildcards. */
  rest: Rest | undefined;
  /** Whether the path must end where the pattern ends. */
  isWhole: boolean;
}

/** The parts of a pattern behind its first wildcard, without wildcards, and without empty ones. */
interface Rest {
  /** The octets of the parts, one after another, but for the last part of a pattern with `$`. */
  octets: Uint8Array;
  /** Where each part ends in `octets`. */
  ends: readonly number[];
  /**
   * How much of a part can still match where its next octet does not (Knuth, Morris and Pratt):
   * with it, no octet of a path is read again, however many parts there are.
   */
  failures: Int32Array;
  /** With `$`, what the path must end with, which may be empty. */
  last: string;
}

/** Returns the pattern of a rule. An empty one matches nothing, and is left out. */
export function patternOf(rule: Rule): Pattern | undefined {
  const text = normalForm(rule.pattern);
  if (text === '') return undefined;
  const isWhole = text.endsWith('$');
  const [prefix = '', ...parts] = (isWhole ? text.slice(0, -1) : text).split('*').map(literally);
  const rest = parts.length === 0 ? undefined : restOf(parts, isWhole);
  return { rule, octets: text.length, prefix, rest, isWhole };
}

function restOf(parts: readonly string[], isWhole: boolean): Rest {
  const last = isWhole ? parts.at(-1)! : '';
  const sought = (isWhole ? parts.slice(0, -1) : parts).filter((part) => part !== '');
  const octets = Buffer.from(sought.join(''), 'latin1');
  const failures = new Int32Array(octets.length);
  const ends: number[] = [];
  let start = 0;
  for (const { length } of sought) {
    const end = start + length;
    for (let at = start + 1, matched = 0; at < end; at += 1) {
      const octet = octets[at]!;
      while (matched > 0 && octets[start + matched] !== octet)
        matched = failures[start + matched - 1]!;
      if (octets[start + matched] === octet) matched += 1;
      failures[at] = matched;
    }
    ends.push((start = end));
  }
  return { octets, ends, failures, last };
}

/** A path in the common form, which is ASCII. */
export interface NormalPath {
  text: string;
  octets: Uint8Array;
}

export function pathOf(path: string): NormalPath {
  const text = normalPath(path);
  return { text, octets: Buffer.from(text, 'latin1') };
}

/**
 * Tells whether a pattern matches a path that begins with its prefix, with or without a query.
 * Reads each octet of the path at most twice.
 */
export function matches({ prefix, rest, isWhole }: Pattern, { text, octets }: NormalPath): boolean {
  if (!rest) return !isWhole || text.length === prefix.length;
  const from = endOfParts(rest, octets, prefix.length);
  if (from < 0 || !isWhole) return from >= 0;
  return text.length - rest.last.length >= from && text.endsWith(rest.last);
}

/**
 * Returns where the last part ends, or -1 when one is missing. Each is looked for as early as it
 * can be, so that most of the path is left for the others.
 */
function endOfParts({ octets, ends, failures }: Rest, path: Uint8Array, from: number): number {
  let start = 0;
  let at = from;
  for (const end of ends) {
    let matched = start;
    for (; matched < end; at += 1) {
      if (at >= path.length) return -1;
      const octet = path[at]!;
      while (matched > start && octets[matched] !== octet) matched = start + failures[matched - 1]!;
      if (octets[matched] === octet) matched += 1;
    }
    start = end;
  }
  return at;
}

/**
 * Returns the pattern of those paths to which some query could be added so that the pattern of this
 * rule matches. Undefined for a rule that names no query.
 */
export function pathsBeforeQuery(rule: Rule): Pattern | undefined {
  const [path, query] = rule.pattern.split('?', 2);
  if (path === undefined || query === undefined) return undefined;
  const pattern = patternOf({ ...rule, pattern: `${path}$` });
  return pattern && { ...pattern, rule, octets: normalForm(rule.pattern).length };
}

/** Of rules with equally many octets, the one that allows wins. */
export const isStronger = (one: Pattern, other: Pattern): boolean =>
  one.octets > other.octets || (one.octets === other.octets && one.rule.allow && !other.rule.allow);
