/** A metric as an expression of Prometheus asks for it. */
export interface Selector {
  metric: string;
  /** Label, and the value or the pattern that it must have. */
  matchers: [label: string, value: string][];
  /** What stands in brackets behind it, such as `5m`; undefined if it asks for one moment. */
  range: string | undefined;
  /** The functions around it, the innermost one last. */
  functions: string[];
}

export interface Expression {
  selectors: Selector[];
  /** The labels of every `by (…)` and `on (…)`. */
  groupings: string[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|[=!<>~]+|[(){},+*/-]/g;
const OPERATORS = ['and', 'or', 'unless'];

/**
 * Reads the part of PromQL that the dashboard uses: functions, aggregations whose `by` stands before
 * the parentheses, selectors, and operators.
 */
export function readExpression(text: string): Expression {
  const tokens: string[] = text.match(TOKEN) ?? [];
  const found: Expression = { selectors: [], groupings: [] };
  const open: string[] = [];
  let called = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === '(') {
      open.push(called);
      called = '';
    } else if (token === ')') {
      open.pop();
    } else if (token === 'by' || token === 'on') {
      const end = tokens.indexOf(')', at);
      found.groupings.push(...tokens.slice(at + 2, end).filter((word) => word !== ','));
      at = end;
    } else if (isWord(token) && !OPERATORS.includes(token)) {
      if (tokens[at + 1] === '(' || tokens[at + 1] === 'by') called = token;
      else at = readSelector(tokens, at, { found, functions: open.filter(Boolean) });
    }
  }
  return found;
}

/** Adds the selector that starts at `at`, and returns where its last token stands. */
function readSelector(
  tokens: string[],
  at: number,
  { found, functions }: { found: Expression; functions: string[] },
): number {
  const metric = tokens[at]!;
  const matchers: Selector['matchers'] = [];
  let last = at;
  if (tokens[at + 1] === '{') {
    last = tokens.indexOf('}', at);
    for (let label = at + 2; label < last; label += 4) {
      matchers.push([tokens[label]!, tokens[label + 2]!.slice(1, -1)]);
    }
  }
  const range = tokens[last + 1]?.startsWith('[') ? tokens[++last]!.slice(1, -1) : undefined;
  found.selectors.push({ metric, matchers, range, functions });
  return last;
}

const isWord = (token: string): boolean => /^[a-zA-Z_:]/.test(token);
