import { withAddress } from './address.js';
import { fillIn } from './fill-in.js';
import { type Guide, KEY_PLACE, WEBSITE_PLACE } from './guide.js';
import { readGuides } from './guides.js';
import { partsOf } from './parts.js';

/** Where a service may be reached. No address has a slash at its end. */
const ADDRESSES = [
  'https://logs.own.test',
  'https://logs.own.test:8443',
  'http://logs.own.test',
  'http://127.0.0.1:4100',
  'http://[2001:db8::1]:4100',
  'https://[2001:db8::1]',
  'https://own.test/botgauge',
  'http://own.test:8080/a/botgauge',
  // The name of the example is a part of it.
  'http://my-logs.example.com:81',
];

/**
 * Senders that take an address in parts: what finds the host, the port, whether TLS is used, and the
 * path.
 */
const IN_PARTS: Record<string, RegExp> = {
  'fluent-bit': /Host +(\S+)\n +Port +(\d+)\n +tls +(on|off)\n +URI +(\S+)/,
  'fluent-bit-otlp': /Host +(\S+)\n +Port +(\d+)\n +tls +(on|off)\n +Logs_uri +(\S+)/,
  winston: /host: '(.*)',\n +port: (\d+),\n +ssl: (true|false),\n +path: '(.*)'/,
};
const ADDRESS = /https?:\/\/[^\s"'`|]+/g;
const OF_OTHERS = /^https:\/\/api\.(cloudflare|fastly)\.com\//;

/** Returns the addresses to which a sender is told to send. */
function addressesIn(sender: string, text: string): string[] {
  const found = IN_PARTS[sender]?.exec(text);
  if (!found)
    return (text.match(ADDRESS) ?? [])
      .map((one) => one.replace(/\.$/, ''))
      .filter((one) => !OF_OTHERS.test(one));
  const [, host = '', port, tls = '', path] = found;
  const scheme = ['on', 'true'].includes(tls) ? 'https' : 'http';
  return [new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`).href];
}

describe.each(ADDRESSES)('at %s', (url) => {
  it.each(readGuides())('$sender is told where the service is', (guide: Guide) => {
    const shown = partsOf(guide, url).map((part) =>
      part.kind === 'table' ? part.rows.flat().join(' ') : part.text,
    );
    const printed = fillIn(guide, { url, key: KEY_PLACE, website: WEBSITE_PLACE, tracking: 't_…' });
    for (const text of [shown.join('\n'), printed]) {
      const addresses = addressesIn(guide.sender, text);
      expect(addresses).not.toEqual([]);
      expect(addresses.filter((one) => !`${one}/`.startsWith(`${url}/`))).toEqual([]);
    }
  });
});

it('leaves a part of an address that is no example as it is', () => {
  const text = 'Port 5140\ntls off\nport: 4433,\nssl: false';
  expect(withAddress(text, 'http://127.0.0.1:4100')).toBe(text);
});
