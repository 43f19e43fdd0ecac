/** Query parameters of the specification. A route to which they mean nothing ignores them. */
const SPECIFIED: ReadonlySet<string> = new Set([
  'period',
  'start_date',
  'end_date',
  'interval',
  'limit',
]);

const added = new Set<string>();

/** Notes the parameters of a route that reads. They are those that some routes have and others lack. */
export function noteParameters(query: object): void {
  for (const name of Object.keys(query)) if (!SPECIFIED.has(name)) added.add(name);
}

/**
 * Tells whether this project adds a query parameter to those of the specification, on some route. A
 * route that does not take it refuses it, because otherwise its answer would look as if it had had an
 * effect.
 */
export function isAddedParameter(name: string): boolean {
  return added.has(name);
}
