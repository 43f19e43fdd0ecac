import fc from 'fast-check';
import {
  type Address,
  FILTERS,
  type FilterName,
  type Filters,
  GROUPINGS,
  parseAddress,
  withFilter,
  writeAddress,
} from './address.js';
import { INTERVALS, PERIODS } from './days.js';

const BARE = parseAddress('');

it('shows the last seven days without filters when nothing was chosen, and writes nothing', () => {
  expect(BARE).toMatchObject({ days: { period: 'last_7_days' }, compare: false, filters: {} });
  expect(writeAddress(BARE)).toBe('');
});

it('has the names of the API', () => {
  const search =
    '?view=bots&website=ws_1&start_date=2026-11-01&end_date=2026-11-20&timezone=Europe%2FBerlin&compare=previous&bot=GPTBot&path=/blog/&interval=hour&group_by=status&tab=pages&sort=-visits&kind=errors&cursor=ev_1&add=shop.example';
  const address = parseAddress(search);
  expect(address).toEqual({
    view: 'bots',
    website: 'ws_1',
    days: { start: '2026-11-01', end: '2026-11-20' },
    timezone: 'Europe/Berlin',
    compare: true,
    filters: { bot: 'GPTBot', path: '/blog/' },
    interval: 'hour',
    group: 'status',
    tab: 'pages',
    sort: '-visits',
    kind: 'errors',
    cursor: 'ev_1',
    add: 'shop.example',
  });
  expect(writeAddress(address)).toBe(search.replace('%2F', '/'));
});

it.each([
  '?period=forever',
  '?start_date=2026-11-20&end_date=2026-11-01',
  '?start_date=2026-11-20',
  '?start_date=yesterday&end_date=2026-11-01',
  '?timezone=Moon/Crater',
  '?timezone=UTC',
  '?interval=minute&group_by=colour&compare=yes',
  '?path=blog&exact_path=blog&bot=',
  '?country=Germany',
])('leaves out what nobody could have chosen: %s', (search) => {
  expect(parseAddress(search)).toEqual(BARE);
});

it('reads what it wrote, whatever the filters are', () => {
  // Without lone surrogates, which are no text and which URLs cannot carry.
  const value = fc.string({ unit: 'binary', minLength: 1 });
  const filter = (name: FilterName) => {
    if (name === 'country') return fc.constantFrom('DE', 'us');
    return name.endsWith('path') ? value.map((text) => `/${text}`) : value;
  };
  const filters = fc
    .record(Object.fromEntries(FILTERS.map((name) => [name, filter(name)])), { requiredKeys: [] })
    .map((each) =>
      FILTERS.reduce((all: Filters, name) => withFilter(all, name, each[name] ?? all[name]), {}),
    );
  const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
  const addresses: fc.Arbitrary<Address> = fc.record({
    view: optional(value),
    website: optional(value),
    days: fc.oneof(
      fc.constantFrom(...PERIODS).map((period) => ({ period })),
      fc.constant({ start: '2026-01-01', end: '2026-11-20' }),
    ),
    timezone: fc.constantFrom(undefined, 'Europe/Berlin', 'America/Argentina/Buenos_Aires'),
    compare: fc.boolean(),
    filters,
    interval: optional(fc.constantFrom(...INTERVALS)),
    group: optional(fc.constantFrom(...GROUPINGS)),
    tab: optional(value),
    sort: optional(value),
    kind: optional(value),
    cursor: optional(value),
    add: optional(value),
  });
  fc.assert(
    fc.property(addresses, (address) => {
      const { hash, search } = new URL(`http://host/${writeAddress(address)}`);
      expect(hash).toBe('');
      const read = parseAddress(search);
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(address)));
    }),
  );
});

it('adds a filter, replaces it and takes it away', () => {
  const one = withFilter({}, 'bot', 'GPTBot');
  expect(withFilter(one, 'bot', 'ClaudeBot')).toEqual({ bot: 'ClaudeBot' });
  expect(withFilter(one, 'provider', 'OpenAI')).toEqual({ bot: 'GPTBot', provider: 'OpenAI' });
  expect(withFilter(one, 'bot', undefined)).toEqual({});
});

it('counts by host, by country or by page, and by bot beside each', () => {
  const page = { bot: 'GPTBot', path: '/blog/', exact_path: '/blog/a' };
  const host = withFilter(page, 'host', 'shop.example');
  expect(host).toEqual({ bot: 'GPTBot', host: 'shop.example' });
  const country = withFilter(host, 'country', 'DE');
  expect(country).toEqual({ bot: 'GPTBot', country: 'DE' });
  expect(withFilter(country, 'exact_path', '/')).toEqual({ bot: 'GPTBot', exact_path: '/' });
  expect(withFilter(country, 'host', undefined)).toEqual(country);
  expect(withFilter(country, 'bot', undefined)).toEqual({ country: 'DE' });
  expect(parseAddress('?country=de&host=shop.example&path=/blog/').filters).toEqual({
    country: 'de',
  });
});
