import { noTexts, packAddresses } from '@app/contracts';
import { acceptedCells } from './delivery-cells.js';
import { DeliveryNotes } from './delivery-notes.js';

const NOW = Date.parse('2026-11-20T12:34:56Z');
const [KEYS_OWN, SHOP, BLOG] = [1, 2, 3] as const;
const WEBSITES = new Map<string, number>([
  ['example.com', KEYS_OWN],
  ['shop.example', SHOP],
  ['blog.shop.example', BLOG],
]);

/** Returns what a delivery adds whose entries name these hosts, with a skip and two rejects. */
function cellsOf(hosts: string[], websites = WEBSITES) {
  const notes = new DeliveryNotes(NOW);
  // Some texts of a column may belong to no entry.
  const texts = [...new Set([...hosts, 'unused.blog.shop.example'])];
  const places = Uint32Array.from(hosts, (host) => texts.indexOf(host));
  const time = Float64Array.from(hosts, (_, i) => NOW - (i + 1) * 100);
  const none = noTexts(hosts.length);
  const addresses = packAddresses(hosts.map(() => null));
  notes.entries({
    ...{ country: none, secFetchMode: none, referer: none, staticFiles: [] },
    time,
    host: { texts, places },
    addresses,
  });
  for (let i = 0; i < 2; i++) notes.reject({ reason: 'no_time', message: 'has no time' });
  const counts = { reasons: { validation: 1, no_time: 2 } };
  const place = { websiteId: KEYS_OWN, feed: 'json' };
  const wanted = ({ websiteId }: { websiteId: number }) => (websiteId === SHOP ? 1 : 20);
  return acceptedCells({ place, counts, notes }, websites, wanted).sort(
    (a, b) => a.websiteId - b.websiteId,
  );
}

const NO_REASONS = { skipped: {}, rejected: {}, refused: {} };
const REASONS = { skipped: { validation: 1 }, rejected: { no_time: 2 }, refused: {} };

it('counts a delivery once at each website that got entries, with its own entries', () => {
  const hosts = ['www.shop.example', 'shop.example', 'blog.shop.example', 'x.test', 'shop.example'];
  const delivery = { feed: 'json', deliveries: 1, first: NOW, last: NOW };
  expect(cellsOf(hosts)).toMatchObject([
    { websiteId: KEYS_OWN, ...delivery, entries: 1, lagMs: 400, largestLagMs: 400 },
    { websiteId: SHOP, ...delivery, entries: 3, withoutAddress: 3, lagMs: 800, largestLagMs: 500 },
    { websiteId: BLOG, ...delivery, entries: 1, lagMs: 300, largestLagMs: 300 },
  ]);
});

it('counts skips, rejects and samples where most entries are', () => {
  const [own, shop] = cellsOf(['example.com', 'www.shop.example', 'shop.example', '']);
  expect(own).toMatchObject({ entries: 2, reasons: REASONS, samples: { length: 2 } });
  expect(shop).toMatchObject({ entries: 2, reasons: NO_REASONS, samples: [] });
  const [less, most] = cellsOf(['', 'a.shop.example', 'b.shop.example']);
  expect(less).toMatchObject({ entries: 1, reasons: NO_REASONS, samples: [] });
  expect(most).toMatchObject({ entries: 2, reasons: REASONS, samples: { length: 1 } });
});

it('has nothing for the website of the key when others got all entries', () => {
  expect(cellsOf(['shop.example'])).toMatchObject([{ websiteId: SHOP, reasons: REASONS }]);
});

it('counts at the website of the key what has no entries, and what no website has', () => {
  const own = { websiteId: KEYS_OWN, deliveries: 1, reasons: REASONS, samples: { length: 2 } };
  expect(cellsOf([])).toMatchObject([{ ...own, entries: 0 }]);
  expect(cellsOf(['x.test', '', 'com'])).toMatchObject([{ ...own, entries: 3 }]);
  expect(cellsOf(['shop.example'], new Map())).toMatchObject([{ ...own, entries: 1 }]);
});
