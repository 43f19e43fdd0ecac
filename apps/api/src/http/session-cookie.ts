import type { IncomingHttpHeaders } from 'node:http';

/**
 * What the value starts with where the browser has opened a shared link. The token follows. No
 * secret of a session has a dot.
 */
const OF_SHARE = 'share.';

/** Returns the token of a shared link in a value of the cookie; undefined where it is a session. */
export function tokenIn(value: string): string | undefined {
  return value.startsWith(OF_SHARE) ? value.slice(OF_SHARE.length) : undefined;
}

/**
 * The cookie of a browser that is signed in. Where people reach the service over HTTPS, its name
 * starts with `__Host-`: then browsers take it from this very host only, over HTTPS only, and no
 * other host of the same domain can set one. That wants the path `/`, also when the address of the
 * service has a path of its own.
 */
export class SessionCookie {
  readonly name: string;
  private readonly attributes: string;

  /** @param publicUrl the address at which people reach the service */
  constructor(publicUrl: string) {
    const isSecure = publicUrl.startsWith('https:');
    this.name = isSecure ? '__Host-botgauge' : 'botgauge';
    this.attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** Returns the values of the cookie in a request. Of equal ones, only one. */
  valuesIn({ cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>): string[] {
    const values = cookie.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at !== -1 && pair.slice(0, at).trim() === this.name ? [pair.slice(at + 1).trim()] : [];
    });
    return [...new Set(values)].filter((value) => value !== '');
  }

  /** Returns the header `Set-Cookie` that gives a browser its session. */
  giving(secret: string, forSeconds: number): string {
    return `${this.name}=${secret}; Max-Age=${Math.max(0, Math.floor(forSeconds))}; ${this.attributes}`;
  }

  /** Returns the header `Set-Cookie` that lets a browser read a shared link, in place of a session. */
  givingShare(token: string, forSeconds: number): string {
    return this.giving(OF_SHARE + token, forSeconds);
  }

  /** Returns the header `Set-Cookie` that takes the session from a browser. */
  taking(): string {
    return this.giving('', 0);
  }
}
