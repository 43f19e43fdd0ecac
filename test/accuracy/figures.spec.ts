import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOT_CATEGORIES, isAiCategory } from '@app/contracts';
import { removedAtEnd } from '@app/testing';
import { decadeOf } from './decade.js';
import { categoryFigures } from './figures.js';
import { figuresOf } from './main.js';
import { categoriesOf, sameName, sameOrganisation, tellsOperator } from './same.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('the decade of a browser', () => {
  it.each([
    [CHROME, '2020s'],
    ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/32.0.1700.107 Safari/537.36', '2010s'],
    ['Mozilla/5.0 (X11; U; Linux i686; rv:1.9.0.5) Gecko/2008121622 Firefox/3.0.5', '2000s'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0', '2020s'],
    ['Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.0.1) Gecko/20020830', '2000s'],
    ['Mozilla/4.0 (compatible; MSIE 5.0; Windows 98)', '1990s'],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', '2000s'],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', '2010s'],
    ['Mozilla/3.01Gold (Win95; I)', '1990s'],
    ['Opera/9.80 (Windows NT 6.1; U; en) Presto/2.2.15 Version/10.00', '2000s'],
    ['Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.16', '2010s'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15', '2020s'],
    ['Mozilla/5.0 (PlayStation Vita 3.73)', 'undated'],
  ])('of %s is %s', (userAgent, decade) => expect(decadeOf(userAgent)).toBe(decade));
});

describe('the words of a collection', () => {
  it('mean an organisation whatever its legal form, and another one if they differ', () => {
    expect(sameOrganisation('Google Inc.', 'Google')).toBe(true);
    expect(sameOrganisation('apple.com', 'Apple')).toBe(true);
    expect(sameOrganisation('Facebook, Inc.', 'Meta')).toBe(true);
    expect(sameOrganisation('Mojeek Ltd.', 'Moz')).toBe(false);
    expect(sameOrganisation('Inc.', 'Ltd')).toBe(false);
    expect([undefined, '', 'unknown', 'Inc.', 'Moz'].map(tellsOperator)).toEqual([
      ...[false, false, false, false, true],
    ]);
  });

  it('mean a bot whether or not it says that it is one', () => {
    expect(sameName('google-crawler', 'Googlebot')).toBe(true);
    expect(sameName('Bloglines', 'Bloglines reader')).toBe(true);
    expect(sameName('Ads', 'AdsBot of somebody')).toBe(false);
    expect(sameName('bot', 'crawler')).toBe(false);
  });

  it('mean one of our categories, all AI ones, or none', () => {
    expect([...categoriesOf('google,search-engine')]).toEqual(['search_engine']);
    expect([...categoriesOf('ai-crawler')]).toEqual(BOT_CATEGORIES.filter(isAiCategory));
    expect([...categoriesOf('crawler')]).toEqual([]);
    expect([...categoriesOf(undefined)]).toEqual([]);
  });
});

it('differences of categories are counted by pair, the most frequent first', () => {
  const many = (times: number, ua: string, category: string) =>
    Array.from({ length: times }, () => ({ ua, label: 'bot' as const, category, source: '' }));
  expect(
    categoryFigures('a set', [
      ...many(3, 'UptimeRobot/2.0', 'seo'),
      ...many(4, CHROME, 'seo'),
      ...many(2, 'GPTBot/1.2', 'seo'),
      ...many(9, 'GPTBot/1.2', 'ai'),
      ...many(9, 'GPTBot/1.2', 'no category'),
    ]),
  ).toEqual([
    ['a set', 'seo', 'human', 4],
    ['a set', 'seo', 'monitoring', 3],
    ['a set', 'others', 'others', 2],
  ]);
});

describe('a folder of collections', () => {
  it('is counted by user agent and by request, each figure of those that the collection tells', () => {
    const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-sets-')));
    mkdirSync(join(folder, 'ua'));
    mkdirSync(join(folder, 'logs'));
    write(folder, 'ua/a.ndjson', [
      { ua: 'GPTBot/1.2', label: 'bot', name: 'GPTBot', operator: 'OpenAI Inc', category: 'ai' },
      { ua: 'ünïcode-агент/1.0', label: 'bot', name: 'Unheardbot', category: 'search-engine' },
      { ua: 'Ünknown', label: 'bot' },
      { ua: CHROME, label: 'human' },
      { ua: 'Ninetails/1.8', label: 'human' },
    ]);
    write(folder, 'logs/a.ndjson', [
      ...Array.from({ length: 3 }, () => ({ user_agent: 'GPTBot/1.2' })),
      { user_agent: CHROME },
      {},
      { user_agent: 'агент/2.0', label: 'human' },
    ]);
    const combined = '192.0.2.0 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-"';
    writeFileSync(join(folder, 'logs', 'b.log'), `${combined} "${CHROME}"\nno request\n`);

    const [bots, people, logs, categories] = figuresOf(folder).map(({ head, rows }) =>
      rows.map((row) => Object.fromEntries(head.map((column, place) => [column, row[place]]))),
    );
    expect(bots).toEqual([
      {
        ...{ set: 'no source', 'user agents': 3, found: '100.00 % (3/3)', isbot: '33.33 % (1/3)' },
        ...{ named: '33.33 % (1/3)', 'right name': '50.00 % (1/2)' },
        ...{ 'right provider': '100.00 % (1/1)', 'name or provider': '50.00 % (1/2)' },
        ...{ 'right category': '50.00 % (1/2)', 'AI known': '100.00 % (1/1)' },
        'others called AI': '0.00 % (0/1)',
      },
    ]);
    expect(people?.map((row) => [row.kind, row['taken for bots']])).toEqual([
      ['app', '100.00 % (1/1)'],
      ['browser, 2020s', '0.00 % (0/1)'],
      ['browsers', '0.00 % (0/1)'],
    ]);
    expect(logs?.[1]).toMatchObject({
      ...{ counted: 'requests', all: 6, bots: '83.33 %', 'AI bots': '50.00 %' },
      ...{ 'bots with a name': '60.00 % (3/5)', 'declared with a name': '75.00 % (3/4)' },
      'labelled bots found': '100.00 % (3/3)',
      'labelled people taken for bots': '50.00 % (1/2)',
    });
    expect(categories).toEqual([
      {
        ...{ set: 'no source', 'category in the set': 'others', 'category here': 'others' },
        'user agents': 1,
      },
    ]);
    expect(logs?.[2]).toMatchObject({ log: 'b.log', counted: 'user agents', all: 1 });
  });
});

function write(folder: string, file: string, rows: object[]): void {
  writeFileSync(join(folder, file), rows.map((row) => JSON.stringify(row)).join('\n'));
}
