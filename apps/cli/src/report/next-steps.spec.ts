import type { HostEntry } from '@app/contracts';
import { nextSteps } from './next-steps.js';

const hostOf = (host: string | null, total_visits: number, website: string | null = null) =>
  ({ host, total_visits, website }) as HostEntry;

describe('Hosts of no website', () => {
  it.each([
    [
      'A domain',
      [hostOf('my-shop.example', 2_000), hostOf('shop.example', 9, 'ws_1')],
      /^2,000 visits came for my-shop\.example, which is no website of yours: they count for the website of the key\.\nAdd it with: .* websites create --account acc_… --domain my-shop\.example$/,
    ],
    [
      'An address',
      [hostOf('192.0.2.7', 1)],
      /^1 visit came for 192\.0\.2\.7, which is no website of yours: it counts for the website of the key\.$/,
    ],
    [
      'One of many',
      ['192.0.2.7', 'b.example', 'c', 'd', 'e', 'f', 'g'].map((host) => hostOf(host, 1)),
      /^7 visits came for 192\.0\.2\.7, b\.example, c, d, e and 2 more, which are no websites of yours: .*\nAdd one with: .* --domain b\.example$/,
    ],
  ])('%s is told, with what makes it a website if it can be one', (_, hosts, step) => {
    expect(nextSteps({ hosts }, {})).toMatch(step);
  });

  it('are not told when all belong to one, or the logs do not tell them', () => {
    const hosts = [hostOf('shop.example', 1, 'ws_1'), hostOf('', 1), hostOf(null, 1)];
    expect(nextSteps({ hosts }, {})).toBeUndefined();
    expect(nextSteps({ hosts: null }, {})).toBeUndefined();
  });
});

it.each([
  [
    { host: 'shop.exmaple' },
    ['shop.example', '', null, 'b.example'],
    'No visit came for shop.exmaple on these days. Visits came for shop.example and b.example.',
  ],
  [{ country: 'AQ' }, ['DE', null], 'No visit came from AQ on these days. Visits came from DE.'],
  [{ country: 'AQ' }, [null], 'No visit came from AQ on these days, as far as the logs tell it.'],
])('A report of %j without visits says what others came, of %j', (limit, others, step) => {
  expect(nextSteps(limit, { others })).toBe(step);
});

it.each([
  ['dimensions', 'Hosts and countries are left out: The API refused.'],
  ['comparison', 'Nothing is compared with the days before: The API refused.'],
] as const)('says why these are left out: %s', (what, step) => {
  expect(nextSteps({}, { unknown: { what, reason: 'The API refused' } })).toBe(step);
});
