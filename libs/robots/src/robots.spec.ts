import fc from 'fast-check';
import { rulesOf } from '../test/rules-of.js';
import type { RobotsVerdict } from './rule-set.js';

const judged = (rules: string, path: string): RobotsVerdict =>
  rulesOf(`user-agent: *\n${rules}`).judge(path).verdict;

it('allows the robots.txt itself, whatever it says', () => {
  expect(judged('disallow: /r\nallow: /a', '/robots.txt')).toBe('allowed');
  expect(judged('disallow: /r\nallow: /a', '/robots.txt.bak')).toBe('disallowed');
});

describe('the examples of RFC 9309', () => {
  // Section 5.1.
  const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF`;
  // Section 5.2.
  const LONGEST = `User-Agent: foobot
Allow: /example/page/
Disallow: /example/page/disallowed.gif`;

  it.each<[string, string, RobotsVerdict]>([
    ['anybot', '/example/', 'disallowed'],
    ['anybot', '/publications/', 'allowed'],
    ['anybot', '/a/b.gif', 'disallowed'],
    ['anybot', '/a/b.gif.html', 'allowed'],
    ['foobot', '/example/page.html', 'allowed'],
    ['foobot', '/example/allowed.gif', 'allowed'],
    ['foobot', '/publications/', 'disallowed'],
    ['barbot', '/example/page.html', 'disallowed'],
    ['bazbot', '/example/page.html', 'disallowed'],
    ['bazbot', '/example/a.gif', 'allowed'],
    ['quxbot', '/example/', 'allowed'],
  ])('%s at %s: %s', (bot, path, verdict) => {
    expect(rulesOf(SIMPLE, bot).judge(path).verdict).toBe(verdict);
  });

  it('take the longest match', () => {
    const rules = rulesOf(LONGEST, 'FooBot');
    expect(rules.judge('/example/page/disallowed.gif')).toEqual({
      verdict: 'disallowed',
      rule: { allow: false, pattern: '/example/page/disallowed.gif', line: 3 },
    });
    expect(rules.judge('/example/page/').verdict).toBe('allowed');
    expect(rules.judge('/elsewhere')).toEqual({ verdict: 'allowed', rule: undefined });
  });

  // The tables of sections 2.2.2 and 2.2.3.
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar/\u30C4', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/\u30C4'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
    ['/path/foo-$5', '/path/foo-$5/bar'],
  ])('%s is the pattern of %s', (pattern, path) => {
    expect(judged(`disallow: ${pattern}`, path)).toBe('disallowed');
  });

  it('tell reserved characters that are encoded from those that are not', () => {
    expect(judged('disallow: /a%2Fb', '/a/b')).toBe('allowed');
    expect(judged('disallow: /a%2fb', '/a%2Fb')).toBe('disallowed');
  });
});

describe('the rules of a bot', () => {
  const TEXT = `user-agent: Googlebot\ndisallow: /a\nuser-agent: Googlebot-News 2.0\ndisallow: /b
user-agent: AI2Bot\ndisallow: /c\nuser-agent: *\nuser-agent: MJ12bot/v1.4.8\ndisallow: /d`;

  it('are those of its first token that is named', () => {
    const refused = (...tokens: string[]) =>
      ['/a', '/b', '/c', '/d'].filter(
        (path) => rulesOf(TEXT, ...tokens).judge(path).verdict === 'disallowed',
      );
    expect(refused('Googlebot-News', 'Googlebot')).toEqual(['/b']);
    expect(refused('Googlebot-Image', 'Googlebot')).toEqual(['/a']);
    expect(refused('Googlebot-Image')).toEqual(['/d']);
    expect(refused('ai2bot')).toEqual(['/c']);
    expect(refused('mj12BOT')).toEqual(['/d']);
    expect(refused()).toEqual(['/d']);
  });
});

describe('a rule that names a query', () => {
  it('is not judged where it could decide', () => {
    const rules = 'disallow: /search?q=\ndisallow: /*?session\nallow: /help';
    expect(judged(rules, '/search')).toBe('not_judged');
    expect(judged(rules, '/search/')).toBe('not_judged');
    expect(judged('disallow: /search?q=', '/search/')).toBe('allowed');
    expect(judged('disallow: /search?q=', '/searching')).toBe('allowed');
    expect(judged('disallow: /search?q=', '/search?q=a')).toBe('disallowed');
    expect(judged('disallow: /search?q=', '/search?p=a')).toBe('allowed');
  });

  it('is judged where it could not change anything', () => {
    expect(judged('disallow: /search\ndisallow: /search?q=', '/search')).toBe('disallowed');
    expect(judged('allow: /search?q=\ndisallow: /search', '/search')).toBe('not_judged');
    expect(judged('disallow: /?\nallow: /search-here', '/search-here')).toBe('allowed');
    expect(judged('disallow: /*?\nallow: /search-here', '/search-here')).toBe('allowed');
  });

  it('names itself', () => {
    expect(rulesOf('user-agent: *\ndisallow: /search?q=').judge('/search').rule).toEqual({
      ...{ allow: false, pattern: '/search?q=', line: 2 },
    });
  });
});

describe('any text', () => {
  /** What section 2.2.2 says, without any thought of time. */
  function slowly(rules: readonly { allow: boolean; pattern: string }[], path: string) {
    const matching = rules.filter(({ pattern }) => {
      const source = pattern
        .replace(/\$$/, '')
        .replace(/[.$?+]/g, '\\$&')
        .replaceAll('*', '.*');
      return pattern !== '' && new RegExp(`^${source}${/\$$/.test(pattern) ? '$' : ''}`).test(path);
    });
    const longest = Math.max(...matching.map(({ pattern }) => pattern.length));
    const strongest = matching.filter(({ pattern }) => pattern.length === longest);
    return strongest.length === 0 || strongest.some(({ allow }) => allow);
  }
  const piece = fc.constantFrom('a', 'b', '/', '*', 'ab', '//', 'b/a');
  const pattern = fc
    .tuple(fc.array(piece, { maxLength: 5 }), fc.constantFrom('', '$'))
    .map(([pieces, end]) => `/${pieces.join('')}${end}`);
  const path = fc
    .array(fc.constantFrom('a', 'b', '/', 'ab'), { maxLength: 8 })
    .map((pieces) => `/${pieces.join('')}`);

  it('is judged as the longest rule says', () => {
    const rule = fc.record({ allow: fc.boolean(), pattern });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, asked) => {
        const lines = rules.map((one) => `${one.allow ? 'allow' : 'disallow'}: ${one.pattern}`);
        expect(judged(lines.join('\n'), asked)).toBe(
          slowly(rules, asked) ? 'allowed' : 'disallowed',
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('can be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string(), (text, asked) => {
        const { verdict } = rulesOf(`user-agent: *\ndisallow: ${text}`, asked).judge(`/${asked}`);
        expect(['allowed', 'disallowed', 'not_judged']).toContain(verdict);
      }),
    );
  });
});
