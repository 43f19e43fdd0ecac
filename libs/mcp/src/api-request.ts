/** A response of the API: its `data`, or the sentence with which it refused the request. */
export type ApiResponse = { kind: 'data'; data: unknown } | { kind: 'refused'; message: string };

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Sends a GET request to the API with the key of whoever uses the tools.
 *
 * @param path with its parameters, from `/api/v1/` on
 */
export type SendRequest = (path: string) => Promise<ApiResponse>;

/** Returns the path of a request. Parameters that are undefined are left out. */
export function pathWith(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, `${value}`);
  const text = parameters.toString();
  return text === '' ? `/api/v1${path}` : `/api/v1${path}?${text}`;
}
