import { isOwnReferer, NO_REFERER, refererFacts } from './referer-facts.js';

describe('refererFacts', () => {
  it.each([
    ['https://example.com/a/b', 'example.com', '/a/b'],
    ['http://www.example.com/a?q=1#top', 'example.com', '/a'],
    ['HTTPS://WWW.Example.COM/A', 'example.com', '/A'],
    ['https://example.com', 'example.com', '/'],
    ['https://example.com?q=/a', 'example.com', '/'],
    ['https://example.com#/a', 'example.com', '/'],
    ['https://example.com:8443/a', 'example.com', '/a'],
    ['https://192.0.2.1/a', '192.0.2.1', '/a'],
    ['https://www.www.example.com/', 'www.example.com', '/'],
  ])('reads %s', (referer, host, path) => {
    expect(refererFacts(referer)).toEqual({ host, path });
  });

  it.each([
    null,
    '',
    '-',
    'example.com/a',
    '/a',
    'https://',
    'android-app://com.example/',
    'about:blank',
  ])('finds no referer of the web in %s', (referer) => {
    expect(refererFacts(referer)).toBe(NO_REFERER);
  });
});

describe('isOwnReferer', () => {
  it.each([
    ['https://example.com/', 'example.com', 'example.com', true],
    ['https://www.example.com/', 'example.com', 'example.com', true],
    ['https://example.com/', 'www.example.com', 'example.com', true],
    ['https://example.com/', '', 'example.com', true],
    ['https://example.com/', 'shop.example.com', 'example.com', true],
    ['https://shop.example.com/', 'example.com', 'example.com', true],
    ['https://shop.example.com/', '', 'example.com', true],
    // A host that is no website of its own counts for the website of the key.
    ['https://other.example/', 'other.example', 'example.com', true],
    ['https://other.example/', 'www.other.example', 'example.com', true],
    ['https://www.example.com/', '', 'www.example.com', true],
    ['https://other.example/', 'example.com', 'example.com', false],
    ['https://other.example/', '', 'example.com', false],
    ['https://badexample.com/', 'example.com', 'example.com', false],
    ['https://example.com.evil.example/', 'example.com', 'example.com', false],
    ['https://example.org/', 'example.com', 'example.com', false],
    ['https://example.com/', 'shop.example.com', 'shop.example.com', false],
    [null, '', 'example.com', false],
    [null, 'example.com', 'example.com', false],
  ])('tells of %s for the host "%s" of the website %s: %s', (referer, host, domain, isOwn) => {
    expect(isOwnReferer(refererFacts(referer), host, domain)).toBe(isOwn);
  });
});
