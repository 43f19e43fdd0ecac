import { type Answer, request } from './http.js';

/** The headers by which a browser says that a page of the service asks. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Returns the value of the cookie that an answer sets, with its attributes. */
export function cookieOf(answer: Answer): { name: string; value: string; attributes: string } {
  const [, name = '', value = '', attributes = ''] =
    /^([^=]+)=([^;]*); (.*)$/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return { name, value, attributes };
}

/** Signs in with an API Key or a code, or opens a shared link, as the page does. */
export function signIn(
  base: string,
  body: { api_key: string } | { code: string } | { share: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return request(`${base}/api/v1/session`, {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** A browser that is signed in, or has opened a shared link: it sends its cookie, and says that a page of the service asks. */
export class Browser {
  constructor(
    readonly base: string,
    readonly secret: string,
    readonly cookieName = 'botgauge',
  ) {}

  static signedIn(base: string, apiKey: string): Promise<Browser> {
    return Browser.by(base, { api_key: apiKey });
  }

  /** Returns one that has opened the shared link with this token. */
  static reading(base: string, token: string): Promise<Browser> {
    return Browser.by(base, { share: token });
  }

  private static async by(base: string, proof: Parameters<typeof signIn>[1]): Promise<Browser> {
    const answer = await signIn(base, proof);
    expect(answer.status).toBe(201);
    const { name, value } = cookieOf(answer);
    return new Browser(base, value, name);
  }

  /** What it sends with each request. */
  get headers(): Record<string, string> {
    return { cookie: `${this.cookieName}=${this.secret}`, ...OWN_PAGE };
  }

  /** Asks a route below `/api/v1`, such as `DELETE /session`. */
  ask(
    route: `${string} /${string}`,
    body?: object,
    headers: Record<string, string> = OWN_PAGE,
  ): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ', 2);
    return request(`${this.base}/api/v1${path}`, {
      method,
      headers: {
        cookie: this.headers['cookie'] ?? '',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}
