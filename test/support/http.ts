export interface Answer {
  status: number;
  headers: Headers;
  // The shape is what the tests are about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** A request whose answer is read whole and must be JSON. */
export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

export function get(base: string, path: string, key?: string): Promise<Answer> {
  return request(`${base}/api/v1${path}`, {
    headers: key === undefined ? {} : { 'x-api-key': key },
  });
}

/** Sends a body to the ingestion endpoint: anything but text and bytes as JSON. */
export function ingest(
  base: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return request(`${base}/api/v1/logs/custom`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    body: raw ? (body as string) : JSON.stringify(body),
  });
}
