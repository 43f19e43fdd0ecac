import fc from 'fast-check';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { classify } from '../classify.js';
import { cleanName, LONGEST_NAME } from './clean-name.js';
import { declaredBot } from './declared-bot.js';
import { OF_OTHERS } from './no-names.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

/** What a user agent declares, as `name | provider`. */
function declaredBy(userAgent: string): string | undefined {
  const declared = declaredBot(userAgent);
  return declared && `${declared.name} | ${declared.provider}`;
}

describe('the declared name of a bot', () => {
  it.each([
    // After "compatible", where a bot says that it is one.
    ['Mozilla/5.0 (compatible; Zorglub/1.0)', 'Zorglub | Unknown'],
    [
      'Mozilla/5.0 (compatible; Zorglub-Bot/2.1; +https://www.zorglub.co.uk/bot)',
      'Zorglub-Bot | zorglub.co.uk',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Zorglub/1.0) Chrome/120.0.0.0 Safari/537.36',
      'Zorglub | Unknown',
    ],
    [
      'Mozilla/5.0 (Linux; Android 7.0; compatible; Zorglub/1.0) AppleWebKit/537.36',
      'Zorglub | Unknown',
    ],
    [
      'Mozilla/5.0 (compatible; Zorglub Link Checker (www.zorglub.io); Windows)',
      'Zorglub Link Checker | zorglub.io',
    ],
    // The only product, or the first one.
    ['ZorglubFetcher', 'ZorglubFetcher | Unknown'],
    ['Zorglub web spider 3.1', 'Zorglub web spider | Unknown'],
    ['360Zorglub/2', '360Zorglub | Unknown'],
    ['Zorglub/0.9 (info@mail.zorglub.de)', 'Zorglub | zorglub.de'],
    ['Zorglub/0.9 (zorglub@gmail.com)', 'Zorglub | Unknown'],
    ['Zorglub (Java/1.8.0_292)', 'Zorglub | Unknown'],
    ['python-requests/2.31 Zorglub/1.0', 'Zorglub | Unknown'],
    ['Zorglub/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1)', 'Zorglub | Unknown'],
    ['Zorglub for Windows', 'Zorglub | Unknown'],
    ['CF-Zorglub User Agent v.1d.374049', 'CF-Zorglub | Unknown'],
    ["Let's Zorglub validation server", 'Lets Zorglub validation server | Unknown'],
    ['Café-Zorglub/1', 'Cafe-Zorglub | Unknown'],
    ['Zorglub Agent агент/2', 'Zorglub Agent | Unknown'],
    // Behind the prefix of a browser.
    [`${CHROME} ZorglubScanner/1.0 (+https://zorglub.dev/)`, 'ZorglubScanner | zorglub.dev'],
    [`${CHROME} Extra/7.1 ZorglubBot/1.0`, 'ZorglubBot | Unknown'],
    [
      `${CHROME} (compatible; Zorglub-Archiver; +https://archive.zorglub.dev/)`,
      'Zorglub-Archiver | zorglub.dev',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Zorglub) Chrome/142.0.0.0 Safari/537.36',
      'Zorglub | Unknown',
    ],
    ['Mozilla/5.0 (X11; Zorglub; Linux x86_64) AppleWebKit/537.36', 'Zorglub | Unknown'],
    ['Mozilla/5.0 (ZorglubV2)', 'Zorglub | Unknown'],
    // Nothing but an address.
    ['https://scan.zorglub.dev/about', 'zorglub.dev | zorglub.dev'],
    ['abuse@zorglub.org', 'zorglub.org | zorglub.org'],
    [`${CHROME} (+https://www.zorglub.com.au/for-site-owners/)`, 'zorglub.com.au | zorglub.com.au'],
    ['WWW.Zorglub.net/1.0', 'zorglub.net | zorglub.net'],
    [
      'Mozilla/5.0 (compatible; +https://zorglub.github.io)',
      'zorglub.github.io | zorglub.github.io',
    ],
  ])('%s', (userAgent, expected) => {
    expect(declaredBy(userAgent)).toBe(expected);
  });

  it.each([
    ['a browser', CHROME],
    ['a browser and its engine', 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)'],
    ['a library', 'Mozilla/5.0libwww-perl/5.826'],
    ['a system', 'Mozilla/5.0 (compatible; Windows NT 10.0)'],
    ['a library of Android', 'okhttp/4.9 (Linux; Android 9)'],
    ['what every bot may be called', 'Mozilla/5.0 (compatible; MyBot/1.0)'],
    ['nothing in particular', 'Some Unknown UA'],
    ['a number', '123'],
    ['a hash', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['an id', '123e4567-e89b-12d3-a456-426614174000'],
    ['a key', 'ETSfy24nuLJtoscVI1I0Fw'],
    ['no letters', '////'],
    ['a mail box of everybody', 'Mozilla/5.0 (compatible; +centuryb.o.t9[at]gmail.com)'],
    ['an address of a number', 'Mozilla/5.0 (compatible; +http://192.0.2.7/)'],
    ['other letters', 'Бот/1.0'],
    ['the language of a user', '(Zorg/fnord/Zorg One)X 8. Language Deutsch'],
    ['a language', 'Mozilla/5.0 (compatible; Deutsch/1.0)'],
    ['a keyboard', 'Keyboard English'],
    ['a setting', 'Settings/1.0'],
  ])('is not %s', (_, userAgent) => {
    expect(declaredBy(userAgent)).toBeUndefined();
  });

  it.each([
    ['FooBot-8f3a9c1d2b/1.0', 'FooBot'],
    ['FooBot 1670084315573', 'FooBot'],
    ['FooBot vQAsjA', 'FooBot'],
    ['Foo-Agent-123e4567-e89b-12d3-a456-426614174000', 'Foo-Agent'],
  ])('ends before what is different at every visit: %s', (userAgent, expected) => {
    expect(declaredBot(userAgent)?.name).toBe(expected);
  });

  it('is one name however it is written', () => {
    const keys = ['Foo Link-Checker/1.0', 'foo_link checker/2', 'FOO-LINK-CHECKER (v3)'].map(
      (userAgent) => declaredBot(userAgent)?.key,
    );
    expect(keys).toEqual(['foo-link-checker', 'foo-link-checker', 'foo-link-checker']);
  });

  it.each([
    ['Zorglub-Monitor/1.0', 'monitoring'],
    ['Zorglub Uptime/1.0', 'monitoring'],
    ['ZorglubFeed/1.0', 'feed_fetcher'],
    ['Zorglub-Preview', 'social_preview'],
    ['ZorglubArchiver', 'archiver'],
    ['ZorglubSEO/2', 'seo'],
    ['zorglub-seo', 'seo'],
    ['Zorglub', 'unidentified'],
    ['Zorglub Feedback', 'unidentified'],
    ['Museologist', 'unidentified'],
  ])('%s is for %s', (userAgent, category) => {
    expect(declaredBot(userAgent)?.category).toBe(category);
  });
});

describe('the verdict on a bot', () => {
  it('that no row names has its declared name, and stays the same row', () => {
    expect(classify('Mozilla/5.0 (compatible; Zorglub/1.0; +https://zorglub.dev)')).toEqual({
      kind: 'bot',
      bot: {
        ...{ id: 1, slug: 'unidentified-bot', name: 'Unidentified bot' },
        ...{ provider: 'Unknown', category: 'unidentified' },
      },
      declared: {
        ...{ key: 'zorglub', name: 'Zorglub', provider: 'zorglub.dev', category: 'unidentified' },
      },
      layer: 'bot pattern',
      reason: 'an address of its operator',
    });
  });

  it.each(['GPTBot/1.2', CHROME, '', 'Mozilla/5.0'])('%j declares nothing', (userAgent) => {
    expect(classify(userAgent)).not.toHaveProperty('declared');
  });

  it('that is known by its signature agent declares nothing', () => {
    expect(classify('Zorglub/1.0', 'chatgpt.com')).not.toHaveProperty('declared');
  });
});

describe('every name', () => {
  const parts = [
    ...[
      'Mozilla/5.0',
      '(compatible; ',
      ') ',
      '(KHTML, like Gecko; ',
      'Chrome/1 ',
      'Windows NT 10.0',
    ],
    ...['Foo', 'Bot', '-', '_', '.', ' ', '/1.0', 'v2', 'https://', 'www.', 'foo.co.uk', '@'],
    ...['+', ';', ',', 'é', '\u0000', '<b>', '=1+1', '"', "'", '8f3a9c1d2b', 'user agent', 'by'],
  ];
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((all) => all.join('')),
  );

  it('is of the safe alphabet, short, and the name of itself, whatever the visitor sends', () => {
    fc.assert(
      fc.property(texts, (userAgent) => {
        const declared = declaredBot(userAgent);
        if (declared === undefined) return;
        const { name, key, provider } = declared;
        expect(name).toMatch(/^[A-Za-z\d][A-Za-z\d ._-]{1,38}[A-Za-z\d]$/);
        expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
        expect(cleanName(name)).toBe(name);
        expect(key).toMatch(/^[a-z\d][a-z\d.-]{1,38}[a-z\d]$/);
        expect(provider).toMatch(/^(?:Unknown|[a-z\d.-]{4,253})$/);
        expect(name.split(' ').some((word) => OF_OTHERS.has(word.toLowerCase()))).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });
});

it('has no row when it only says that it is a fake one of another bot', () => {
  const agent =
    'Mozilla/5.0 (compatible; zorglub-probe-bot/1.0; Fake-Googlebot; +https://zorglub.dev)';
  expect(classify(agent)).toMatchObject({
    bot: { id: 1 },
    declared: { name: 'zorglub-probe-bot' },
  });
});

it('reads the names of bots that are known by a row as the row has them', () => {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
  const tools = ['http_client', 'headless_browser'];
  const rows = BOT_REGISTRY.filter(
    ({ tokens, category }) => tokens.length > 0 && !tools.includes(category),
  );
  const read = rows.flatMap(({ name, tokens, examples }) =>
    examples.map((userAgent) => {
      const declared = plain(declaredBot(userAgent)?.name ?? '');
      const names = [name, ...tokens].map(plain);
      return names.some(
        (known) =>
          declared.startsWith(known) || (declared.length > 3 && known.startsWith(declared)),
      );
    }),
  );
  const share = read.filter(Boolean).length / read.length;
  console.log(`names of known bots that are read: ${(share * 100).toFixed(1)} % of ${read.length}`);
  expect(share).toBeGreaterThanOrEqual(0.95);
});
