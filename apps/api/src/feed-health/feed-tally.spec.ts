import { noTexts, packAddresses } from '@app/contracts';
import type { FeedCell } from '@app/storage';
import { acceptedCells, refusedCell } from './delivery-cells.js';
import { DeliveryNotes } from './delivery-notes.js';
import { FeedTally } from './feed-tally.js';

const NOW = Date.parse('2026-11-20T12:34:56Z');
const HOUR_MS = 3_600_000;
const PLACE = { websiteId: 1, feed: 'json' };

/** Returns what a delivery with an entry, a skip and a reject adds. */
function aDelivery({ at = NOW, place = PLACE, message = 'has no time' } = {}): FeedCell {
  const notes = new DeliveryNotes(at);
  const host = { texts: ['a.example'], places: Uint32Array.of(0) };
  const none = noTexts(1);
  notes.entries({
    ...{ time: Float64Array.of(at - 250), host, addresses: packAddresses([null]) },
    ...{ country: none, secFetchMode: none, referer: none, staticFiles: [0] },
  });
  notes.reject({ reason: 'no_time', message }, '{"a":1}');
  const counts = { reasons: { blank: 1, no_time: 1 } };
  const [cell] = acceptedCells({ place, counts, notes }, new Map(), () => 20);
  return cell as FeedCell;
}

const aRefusal = (status = 400) =>
  refusedCell(PLACE, { code: 'INVALID_JSON', message: 'The body is no JSON', status }, NOW);

const addedUp = (...cells: FeedCell[]) => {
  const tally = new FeedTally();
  for (const cell of cells) tally.add(cell);
  return tally.take();
};

it('adds up the deliveries of a feed within an hour', () => {
  const cells = addedUp(aDelivery(), aDelivery({ at: NOW + 1_000 }), aRefusal(), aRefusal(503));
  const sample = { reason: 'no_time', message: 'has no time', outline: '{"a":9}' };
  expect(cells).toEqual([
    {
      ...PLACE,
      hour: Date.parse('2026-11-20T12:00:00Z'),
      deliveries: 2,
      entries: 2,
      ...{ withoutAddress: 2, withoutHost: 0, withoutCountry: 2, withoutFetchHeaders: 2 },
      ...{ withoutReferer: 2, staticFiles: 2 },
      lagMs: 500,
      largestLagMs: 250,
      first: NOW,
      last: NOW + 1_000,
      reasons: { skipped: { blank: 2 }, rejected: { no_time: 2 }, refused: { INVALID_JSON: 2 } },
      samples: [
        { at: NOW, ...sample },
        { at: NOW + 1_000, ...sample },
        { at: NOW, reason: 'INVALID_JSON', message: 'The body is no JSON', outline: null },
      ],
    },
  ]);
});

it('keeps websites, feeds and hours apart', () => {
  const cells = addedUp(
    aDelivery(),
    aDelivery({ place: { ...PLACE, websiteId: 2 } }),
    aDelivery({ place: { ...PLACE, feed: 'custom' } }),
    aDelivery({ at: NOW + HOUR_MS }),
  );
  expect(cells.map(({ deliveries }) => deliveries)).toEqual([1, 1, 1, 1]);
});

it('takes back what was not written, as if it had never been taken', () => {
  const deliveries = () => [aDelivery(), aDelivery({ message: 'later', at: NOW + 1 })] as const;
  const tally = new FeedTally();
  tally.add(deliveries()[0]);
  const taken = tally.take();
  expect(tally.take()).toEqual([]);
  tally.add(deliveries()[1]);
  tally.giveBack(taken);
  expect(tally.take()).toEqual(addedUp(...deliveries()));
});

it('stays bounded: it drops the oldest samples, and what comes on further feeds', () => {
  const tally = new FeedTally({ cells: 3, samples: 25 });
  for (let websiteId = 1; websiteId <= 5; websiteId++)
    for (let i = 0; i < 30; i++) tally.add(aDelivery({ place: { ...PLACE, websiteId } }));
  expect(tally.dropped).toBe(60);
  tally.giveBack(tally.take());
  const cells = tally.take();
  expect(cells.map(({ deliveries, samples }) => [deliveries, samples.length])).toEqual([
    [30, 0],
    [30, 0],
    [30, 20],
  ]);
});

it('wants no more samples of a feed than are kept, until the next write', () => {
  const tally = new FeedTally();
  const wanted = () => tally.wantedSamples(PLACE, NOW);
  expect(wanted()).toBe(20);
  for (let i = 0; i < 19; i++) tally.add(aDelivery());
  expect(wanted()).toBe(1);
  for (let i = 0; i < 19; i++) tally.add(aDelivery());
  expect(wanted()).toBe(0);
  expect(tally.wantedSamples({ ...PLACE, feed: 'custom' }, NOW)).toBe(20);
  tally.take();
  expect(wanted()).toBe(20);
});
