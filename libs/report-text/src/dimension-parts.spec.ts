import { paintFor } from './paint.js';
import { type CountryRow, countriesPart, type HostRow, hostsPart } from './dimension-parts.js';
import { widthOf } from './text.js';

const PLAIN = paintFor(false);
const counts = (people: number, bots: number, errors = 0) => ({
  ...{ total_visits: people + bots, human_visits: people, bot_visits: bots },
  ...{ ai_bot_visits: Math.floor(bots / 2), error_visits: errors },
});
const host = (name: string | null, website: string | null, people = 1): HostRow => ({
  ...{ host: name, website, ...counts(people, 2) },
});
const country = (code: string | null, people = 1): CountryRow => ({
  ...{ country: code, ...counts(people, 0) },
});
const hosts = (...rows: HostRow[]) => hostsPart(rows, 'ws_1', PLAIN);

describe('The hosts of a website', () => {
  it('say what each belongs to, within 96 columns', () => {
    const large = { ...counts(12_345_678, 1_234_567, 98_765), people_visits: 9_876_543 };
    const [text = ''] = hosts(
      { ...host('shop.example', 'ws_1'), ...large },
      host(`${'long-'.repeat(20)}name.shop.example`, 'ws_1', 900),
      host('my-shop.example', null, 90),
      host('blog.example', 'ws_2', 9),
      host('\u001b[31m\u202e.example', null),
      host('', null),
      host(null, null),
    );
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
    expect(text).toMatchSnapshot();
  });

  it.each([
    ['one host that belongs to it', host('www.shop.example', 'ws_1')],
    ['visits whose logs have no host', host('', null)],
  ])('are left out when they are %s only', (_, row) => {
    expect(hosts(row)).toEqual([]);
  });

  it.each([
    ['no website', host('my-shop.example', null), ' no website'],
    ['another website', host('blog.example', 'ws_2'), ' another website'],
  ])('are told when the only one belongs to %s', (_, row, text) => {
    expect(hosts(row)).toEqual([expect.stringContaining(text)]);
  });

  it('are told when some visits have none', () => {
    expect(hosts(host('shop.example', 'ws_1'), host('', null))).toHaveLength(1);
  });
});

describe('The countries of visits', () => {
  it('have no people where nobody is judged', () => {
    const [text = ''] = countriesPart([country('DE')], 1, PLAIN);
    expect(text).not.toContain('people');
    const judged = { ...country('DE', 3), people_visits: 2 };
    expect(countriesPart([judged], 3, PLAIN)[0]).toMatch(
      /people +browsers .*\n +DE +100.0 % +3 +2 +3 /,
    );
  });

  it('have a share of all visits', () => {
    const rows = [country('DE', 6), country(null, 3), country('FR')];
    expect(countriesPart(rows, 10, PLAIN)).toMatchSnapshot();
  });

  it('are left out when the logs tell none', () => {
    expect(countriesPart([country(null)], 1, PLAIN)).toEqual([]);
    expect(countriesPart([], 0, PLAIN)).toEqual([]);
  });

  it('are the first fifteen', () => {
    const rows = Array.from({ length: 40 }, (_, at) => country(`A${at}`));
    const [text = ''] = countriesPart(rows, 40, PLAIN);
    expect(text).toMatch(/^Countries \(15 of 40\)\n/);
    expect(text.split('\n')).toHaveLength(17);
  });
});
