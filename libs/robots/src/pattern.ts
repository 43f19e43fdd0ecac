import { literally, normalForm } from './normal-form.js';
import type { Rule } from './robots-text.js';

/** A rule that is ready to be compared with paths in the common form. */
export interface Pattern {
  rule: Rule;
  /** The rule with the most octets wins. */
  octets: number;
  /** What stands between the wildcards, in their order; one without wildcards. */
  parts: readonly string[];
  /** Whether the path must end where the pattern ends. */
  isWhole: boolean;
}

/** Returns the pattern of a rule. An empty one matches nothing, and is left out. */
export function patternOf(rule: Rule): Pattern | undefined {
  const text = normalForm(rule.pattern);
  if (text === '') return undefined;
  const isWhole = text.endsWith('$');
  const parts = (isWhole ? text.slice(0, -1) : text).split('*').map(literally);
  return { rule, octets: text.length, parts, isWhole };
}

/** Tells whether a pattern matches a path in the common form, with or without a query. */
export function matches({ parts, isWhole }: Pattern, path: string): boolean {
  const first = parts[0]!;
  if (!path.startsWith(first)) return false;
  if (parts.length === 1) return !isWhole || path.length === first.length;
  let from = first.length;
  // Each part is looked for as early as it can be, so that most is left for the others.
  for (const part of parts.slice(1, isWhole ? -1 : undefined)) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  const last = parts.at(-1)!;
  return !isWhole || (path.endsWith(last) && path.length - last.length >= from);
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
