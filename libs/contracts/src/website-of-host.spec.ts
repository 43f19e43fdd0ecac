import { canonicalDomain } from './host.js';
import { candidateDomains, websiteOf } from './website-of-host.js';

describe('candidateDomains', () => {
  it.each([
    ['a.b.example.com', ['a.b.example.com', 'b.example.com', 'example.com', 'com']],
    ['example.com', ['example.com', 'com']],
    ['localhost', ['localhost']],
    ['', []],
    ['192.0.2.1', ['192.0.2.1']],
  ])('of %j are %j', (host, domains) => {
    expect(candidateDomains(host)).toEqual(domains);
  });

  it('of a host with many labels are those that a website can have', () => {
    const host = `${'x.'.repeat(113)}shop.example.com`;
    const domains = candidateDomains(host);
    expect(domains).toHaveLength(10);
    expect(domains[0]).toBe(`${'x.'.repeat(7)}shop.example.com`);
    expect(domains.slice(-3)).toEqual(['shop.example.com', 'example.com', 'com']);
    for (const domain of domains) expect(canonicalDomain(domain)).toBe(domain);
    expect(canonicalDomain(`x.${domains[0]}`)).toBe('');
  });

  it('of a thousand different hosts with many labels stay few and short', () => {
    const hosts = Array.from({ length: 1_000 }, (_, i) => `${`${i}.`.repeat(60)}example.com`);
    const domains = new Set(hosts.flatMap(candidateDomains));
    expect(domains.size).toBeLessThanOrEqual(10_000);
    expect([...domains].join('').length).toBeLessThan(500_000);
  });

  it('of an IPv6 address include the address itself', () => {
    expect(candidateDomains('[2001:db8::1]')).toContain('[2001:db8::1]');
  });
});

describe('websiteOf', () => {
  const OWN = 9;
  const websites = new Map([
    ['example.com', 1],
    ['shop.example.com', 2],
    ['192.0.2.1', 3],
    ['co', 4],
  ]);

  it.each([
    ['example.com', 1],
    ['www.example.com', 1],
    ['shop.example.com', 2],
    ['a.b.shop.example.com', 2],
    ['myshop.example.com', 1],
    ['myexample.com', OWN],
    ['example.com.evil.test', OWN],
    ['com', OWN],
    ['', OWN],
    ['192.0.2.1', 3],
    // The end of an IP address is not a parent domain of it.
    ['1.192.0.2', OWN],
    ['x.co', 4],
  ])('%j counts for website %i', (host, website) => {
    expect(websiteOf(candidateDomains(host), websites, OWN)).toBe(website);
  });

  it("is the key's own website when the account has no other", () => {
    expect(websiteOf(['example.com'], new Map(), OWN)).toBe(OWN);
  });
});
