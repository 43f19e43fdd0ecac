import { candidateDomains, websiteOf } from './websites.js';

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
    expect(websiteOf(host, websites, OWN)).toBe(website);
  });

  it("is the key's own website when the account has no other", () => {
    expect(websiteOf('example.com', new Map(), OWN)).toBe(OWN);
  });
});
