/** A relation, and the statement that gives its rows on one node. */
export interface LocalRelation {
  name: string;
  definition: string;
}

/** Where the statement itself begins, behind the lines of its header. */
const BODY = /^(?!--)/m;
/** A common table expression that a statement defines. */
const DEFINED = /\b(\w+) AS (?:MATERIALIZED )?\(/g;

/**
 * Returns a statement for one node: common table expressions stand for the relations that it names.
 * The server puts them into the statement, so that it costs no more than with the tables themselves.
 * What the statement defines under the name of a relation stays as it is.
 *
 * @param relations a relation stands behind those that its definition names
 */
export function localText(statement: string, relations: readonly LocalRelation[]): string {
  const own = new Set([...statement.matchAll(DEFINED)].map(([, name]) => name));
  const texts = [statement];
  const parts: string[] = [];
  for (const { name, definition } of [...relations].reverse()) {
    if (own.has(name) || !texts.some((text) => isNamedIn(text, name))) continue;
    texts.push(definition);
    parts.unshift(`${name} AS NOT MATERIALIZED (${definition})`);
  }
  if (parts.length === 0) return statement;
  const at = statement.search(BODY);
  const body = statement.slice(at);
  const rest = body.startsWith('WITH ') ? `,\n${body.slice(5)}` : `\n${body}`;
  return `${statement.slice(0, at)}WITH ${parts.join(',\n')}${rest}`;
}

function isNamedIn(text: string, name: string): boolean {
  return new RegExp(`\\b(?:FROM|JOIN)[ (]+${name}\\b`).test(text);
}
