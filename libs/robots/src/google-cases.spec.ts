// The test cases that Google publishes with its own parser (robots_test.cc of github.com/google/robotstxt,
// at the version of 2024), told again as rows. Those of them are left out, and named, in which a
// caller has not encoded what RFC 9309 says must be encoded before the comparison: we are the caller.
import { rulesOf } from '../test/rules-of.js';
import { readRobots } from './robots-text.js';

interface Row {
  robots: string;
  bot?: string;
  allowed?: readonly string[];
  disallowed?: readonly string[];
}

const FOO = 'user-agent: FooBot\n';
const LONGEST_LINE = 2_083 * 8;
/** A path with which a line of this field is as long as a line may be. */
const longPath = (field: string, letter: string) =>
  '/x/'.padEnd(LONGEST_LINE - '/x/'.length - field.length + 1, letter);

const GROUPS = `allow: /foo/bar/

user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
`;
const FISH = ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html'];
const NO_FISH = ['/bar', '/Fish.asp', '/catfish', '/?id=fish'];

const LINES: Row[] = [
  { robots: `${FOO}disallow: /\n`, disallowed: ['/x/y'] },
  { robots: 'foo: FooBot\nbar: /\n', allowed: ['/x/y'] },
  { robots: 'user-agent FooBot\ndisallow /\n', disallowed: ['/x/y'] },
  ...['USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n', `${FOO}allow: /x/\ndisallow: /\n`].map(
    (robots) => ({ robots, allowed: ['/x/y'], disallowed: ['/a/b'] }),
  ),
  {
    robots: 'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  {
    robots: `${FOO}disallow: ${longPath('disallow: ', 'a')}/qux\n`,
    allowed: ['/fux'],
    disallowed: [`${longPath('disallow: ', 'a')}/fux`],
  },
  {
    robots: `${FOO}disallow: /\nallow: ${longPath('allow: ', 'a')}/qux\nallow: ${longPath('allow: ', 'b')}/qux\n`,
    allowed: [`${longPath('allow: ', 'a')}/qux`, `${longPath('allow: ', 'b')}/fux`],
    disallowed: ['/'],
  },
  ...['\n', '\r\n', '\r'].map((end) => ({
    robots: [
      'User-Agent: foo',
      'Allow: /some/path',
      'User-Agent: FooBot',
      '',
      '',
      'Disallow: /',
    ].join(end),
    disallowed: ['/some/path'],
  })),
  { robots: `\uFEFF${FOO}disallow: /\n`, disallowed: ['/x'] },
];

const BOTS: Row[] = [
  { robots: GROUPS, allowed: ['/x/b', '/z/d'], disallowed: ['/y/c', '/foo/bar/'] },
  { robots: GROUPS, bot: 'BarBot', allowed: ['/y/c', '/w/a'], disallowed: ['/z/d', '/foo/bar/'] },
  { robots: GROUPS, bot: 'BazBot', allowed: ['/z/d'], disallowed: ['/foo/bar/'] },
  ...['FooBot', 'BarBot'].flatMap((bot) =>
    ['Sitemap: https://foo.bar/sitemap', 'Invalid-Unknown-Line: unknown'].map((line) => ({
      robots: `User-agent: BarBot\n${line}\nUser-agent: *\nDisallow: /\n`,
      ...{ bot, disallowed: ['/'] },
    })),
  ),
  ...['FOO BAR', 'foo bar', 'FoO bAr'].flatMap((name) =>
    ['Foo', 'foo'].map((bot) => ({
      robots: `User-Agent: ${name}\nAllow: /x/\nDisallow: /\n`,
      ...{ bot, allowed: ['/x/y'], disallowed: ['/a/b'] },
    })),
  ),
  {
    robots: 'User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n',
    ...{ bot: 'Foo', allowed: ['/x/y'] },
  },
  { robots: '', allowed: ['/x/y'] },
  { robots: `user-agent: *\nallow: /\n${FOO}disallow: /\n`, disallowed: ['/x/y'] },
  { robots: `user-agent: *\nallow: /\n${FOO}disallow: /\n`, bot: 'BarBot', allowed: ['/x/y'] },
  {
    robots: `${FOO}allow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n`,
    ...{ bot: 'QuxBot', allowed: ['/x/y'] },
  },
  {
    robots: `User-agent: *\nDisallow: /x/\n${FOO}Disallow: /y/\n`,
    ...{ allowed: ['/x/page'], disallowed: ['/y/page'] },
  },
];

const PATHS: Row[] = [
  { robots: `${FOO}disallow: /x/\n`, disallowed: ['/x/y'] },
  { robots: `${FOO}disallow: /X/\n`, allowed: ['/x/y'] },
  { robots: `${FOO}disallow: /x/page.html\nallow: /x/\n`, disallowed: ['/x/page.html'] },
  {
    robots: `${FOO}allow: /x/page.html\ndisallow: /x/\n`,
    ...{ allowed: ['/x/page.html'], disallowed: ['/x/'] },
  },
  { robots: `${FOO}disallow: \nallow: \n`, allowed: ['/x/page.html'] },
  { robots: `${FOO}disallow: /\nallow: /\n`, allowed: ['/x/page.html'] },
  { robots: `${FOO}disallow: /x\nallow: /x/\n`, allowed: ['/x/'], disallowed: ['/x'] },
  { robots: `${FOO}disallow: /x/page.html\nallow: /x/page.html\n`, allowed: ['/x/page.html'] },
  {
    robots: `${FOO}allow: /page\ndisallow: /*.html\n`,
    allowed: ['/page'],
    disallowed: ['/page.html'],
  },
  {
    robots: `${FOO}allow: /x/page.\ndisallow: /*.html\n`,
    ...{ allowed: ['/x/page.html'], disallowed: ['/x/y.html'] },
  },
  {
    robots: `${FOO}Disallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n`,
    allowed: ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
  },
  { robots: `${FOO}Disallow: /\nAllow: /foo/bar/ツ\n`, allowed: ['/foo/bar/%E3%83%84'] },
  { robots: `${FOO}Disallow: /\nAllow: /foo/bar/%E3%83%84\n`, allowed: ['/foo/bar/%E3%83%84'] },
  { robots: `${FOO}Disallow: /\nAllow: /foo/bar/%62%61%7A\n`, allowed: ['/foo/bar/%62%61%7A'] },
  {
    robots: `${FOO}Disallow: /foo/bar/quz\nAllow: /foo/*/qux\n`,
    allowed: ['/foo/quz', '/foo//quz', '/foo/bax/quz'],
    disallowed: ['/foo/bar/quz'],
  },
  {
    robots: `${FOO}Disallow: /foo/bar$\nAllow: /foo/bar/qux\n`,
    allowed: ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    disallowed: ['/foo/bar'],
  },
  {
    robots: `${FOO}# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /\n`,
    ...{ allowed: ['/foo/bar'], disallowed: ['/foo/quz'] },
  },
  {
    robots: 'User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n',
    allowed: ['/allowed-slash/', '/allowed-slash/index.html'],
    disallowed: ['/allowed-slash/index.htm', '/anyother-url'],
  },
];

/** The examples of developers.google.com/search/reference/robots_txt. */
const DOCUMENTED: Row[] = [
  ...['/fish', '/fish*'].map((path) => ({
    robots: `${FOO}disallow: /\nallow: ${path}\n`,
    ...{ allowed: [...FISH, '/fish.html?id=anything'], disallowed: NO_FISH },
  })),
  {
    robots: `${FOO}disallow: /\nallow: /fish/\n`,
    allowed: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    disallowed: ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    robots: `${FOO}disallow: /\nallow: /*.php\n`,
    allowed: [
      ...['/filename.php', '/folder/filename.php', '/folder/filename.php?parameters'],
      ...['//folder/any.php.file.html', '/filename.php/', '/index?f=filename.php/'],
    ],
    disallowed: ['/bar', '/php/', '/index?php', '/windows.PHP'],
  },
  {
    robots: `${FOO}disallow: /\nallow: /*.php$\n`,
    allowed: ['/filename.php', '/folder/filename.php'],
    disallowed: [
      ...['/bar', '/filename.php?parameters', '/filename.php/', '/filename.php5', '/php/'],
      ...['/filename?php', '/aaaphpaaa', '//windows.PHP'],
    ],
  },
  {
    robots: `${FOO}disallow: /\nallow: /fish*.php\n`,
    allowed: ['/fish.php', '/fishheads/catfish.php?parameters'],
    disallowed: ['/bar', '/Fish.PHP'],
  },
  { robots: `${FOO}allow: /p\ndisallow: /\n`, allowed: ['/page'] },
  { robots: `${FOO}allow: /folder\ndisallow: /folder\n`, allowed: ['/folder/page'] },
  { robots: `${FOO}allow: /page\ndisallow: /*.htm\n`, disallowed: ['/page.htm'] },
  { robots: `${FOO}allow: /$\ndisallow: /\n`, allowed: ['/'], disallowed: ['/page.html'] },
];

it.each(Object.entries({ LINES, BOTS, PATHS, DOCUMENTED }))('%s', (_, rows) => {
  for (const { robots, bot = 'FooBot', allowed = [], disallowed = [] } of rows) {
    const rules = rulesOf(robots, bot);
    const verdicts = (paths: readonly string[]) =>
      // Google's cases always name the query, if there is one.
      paths.map((path) => [robots, bot, path, rules.judge(path).verdict]);
    expect(verdicts(allowed)).toEqual(allowed.map((path) => [robots, bot, path, 'allowed']));
    expect(verdicts(disallowed)).toEqual(
      disallowed.map((path) => [robots, bot, path, 'disallowed']),
    );
  }
});

it('reads sitemaps wherever they stand', () => {
  const groups = 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n';
  const sitemap = 'http://foo.bar/sitemap.xml';
  for (const robots of [`${groups}Sitemap: ${sitemap}\n`, `Sitemap: ${sitemap}\n${groups}`])
    expect(readRobots(robots).sitemaps).toEqual([sitemap]);
});
