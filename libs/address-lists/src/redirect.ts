import { parseUrl } from '@app/contracts';

/**
 * Returns where a redirect leads, or why it is not followed. Addresses of lists are constants of
 * ours, so a redirect is the only way by which somebody else could choose an address that a server
 * in a private network asks. Only the same site is followed, with or without `www.`, and only by
 * https: nobody but the operator has a certificate for it.
 */
export function redirectedTo(from: URL, location: string | null): URL | { fault: string } {
  const to = location === null ? null : parseUrl(location, from);
  if (to === null) return { fault: 'a redirect names no address' };
  if (to.username !== '' || to.password !== '') return { fault: 'a redirect has a password' };
  if (to.origin === from.origin) return to;
  const sameSite = siteOf(to) === siteOf(from) && to.port === '' && from.port === '';
  if (sameSite && to.protocol === 'https:') return to;
  return { fault: `a redirect to ${to.origin} is not followed` };
}

const siteOf = ({ hostname }: URL) => hostname.replace(/^www\./, '');
