/** What the API says to a question: its `data`, or why there is none, in a sentence. */
export type Answered = { kind: 'data'; data: unknown } | { kind: 'refused'; message: string };

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Asks the API with the key of whoever uses the tools.
 *
 * @param path with its parameters, from `/api/v1/` on
 */
export type Ask = (path: string) => Promise<Answered>;

/** Returns an address of the API. Parameters that are undefined are left out. */
export function addressOf(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, `${value}`);
  const asked = parameters.toString();
  return asked === '' ? `/api/v1${path}` : `/api/v1${path}?${asked}`;
}
