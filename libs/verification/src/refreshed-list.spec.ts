import { judgeRefresh } from './judge-refresh.js';
import { parseList } from './parse-list.js';

const json = (...prefixes: unknown[]) => JSON.stringify({ creationTime: '', prefixes });

describe('parseList', () => {
  it.each([
    ['prefixes' as const, json({ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:DB8::/32' })],
    ['text' as const, '# Addresses\r\n192.0.2.0/24\r\n\r\n  2001:db8::/32 # new\n'],
    ['json' as const, '{"addresses":["192.0.2.0/24"],"more":{"ipv6":[["2001:db8::/32"]]},"v":1}'],
    ['json' as const, '["192.0.2.0/24","2001:db8::/32","2026-05-05","eu-west-1"]'],
  ])('reads %s', (format, text) => {
    expect(parseList(text, format)).toEqual({ prefixes: ['192.0.2.0/24', '2001:db8::/32'] });
  });

  it('gives an address its length', () => {
    const text = json({ ipv4Prefix: '192.0.2.1' }, { ipv6Prefix: '2001:db8::1' });
    expect(parseList(text, 'prefixes')).toEqual({ prefixes: ['192.0.2.1/32', '2001:db8::1/128'] });
  });

  it.each([
    ['prefixes', '<!DOCTYPE html><title>Blocked</title>', /no JSON: "<!DOCTYPE html>/],
    ['prefixes', json({ ipv4Prefix: '192.0.2.0/24' }).slice(0, -9), /no JSON/],
    ['prefixes', '[]', /no list "prefixes"/],
    ['prefixes', 'null', /no list "prefixes"/],
    ['prefixes', '{"prefixes":"192.0.2.0/24"}', /no list "prefixes"/],
    ['prefixes', json({ ipv4Prefix: '192.0.2.0/24' }, null), /prefixes\[1\] is no CIDR: "null"/],
    ['prefixes', json({ ipv4Prefix: '192.0.2.0/40' }), /prefixes\[0\] is no CIDR/],
    ['prefixes', json({ ipv4Prefix: 5 }), /prefixes\[0\] is no CIDR/],
    ['prefixes', json(), /no addresses/],
    ['json', '{"error":"none"}', /no addresses/],
    ['json', `[${'0,'.repeat(300_000)}0]`, /no addresses/],
    ['text', '', /no addresses/],
    ['text', '<html>\n', /Line 1 is no address/],
    ['text', '192.0.2.1\nx\n', /Line 2 is no address/],
    ['text', '192.0.2.1\n'.repeat(100_001), /more than 100000/],
  ] as const)('refuses %s %#', (format, text, fault) => {
    expect(parseList(text, format)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('reads JSON that is nested as deep as it likes', () => {
    const depth = 5_000;
    const text = `${'['.repeat(depth)}"192.0.2.1"${']'.repeat(depth)}`;
    expect(parseList(text, 'json')).toEqual({ prefixes: ['192.0.2.1/32'] });
  });
});

describe('judgeRefresh', () => {
  const hosts = (count: number, family = 4) =>
    Array.from({ length: count }, (_, host) =>
      family === 4 ? `192.0.2.${host * 2}/32` : `2001:db8::${(host * 2).toString(16)}/128`,
    );

  it.each<[string, string[] | undefined, string[]]>([
    ['the first content', undefined, hosts(1)],
    ['the same', hosts(10), hosts(10)],
    ['more', hosts(10), hosts(100)],
    ['half', hosts(10), hosts(5)],
    ['fewer prefixes that hold all addresses', hosts(10), ['192.0.2.0/24']],
    ['the same addresses in more prefixes', ['192.0.2.0/24'], ['192.0.2.0/25', '192.0.2.128/25']],
    ['a new family', hosts(10), [...hosts(10), ...hosts(1, 6)]],
    ['the widest prefixes', undefined, ['10.0.0.0/8', '2001:d00::/24']],
  ])('accepts %s', (_name, previous, next) => {
    expect(judgeRefresh(previous, next)).toEqual({});
  });

  it.each<[string, string[] | undefined, string[], RegExp]>([
    ['nothing', hosts(10), [], /no addresses/],
    ['nothing at first', undefined, [], /no addresses/],
    ['less than half', hosts(10), hosts(4), /from 10 prefixes of IPv4 to 4/],
    [
      'a family that is gone',
      [...hosts(9), ...hosts(1, 6)],
      hosts(9),
      /from 1 prefixes of IPv6 to 0/,
    ],
    ['a wide prefix', hosts(1), [...hosts(1), '10.0.0.0/7'], /10\.0\.0\.0\/7 is wider than \/8/],
    ['all of IPv6', undefined, ['::/0'], /::\/0 is wider/],
    ['a wide prefix of IPv6', undefined, ['2001::/23'], /2001::\/23 is wider/],
  ])('refuses %s', (_name, previous, next, fault) => {
    expect(judgeRefresh(previous, next)).toEqual({ fault: expect.stringMatching(fault) });
  });
});
