import { packAddresses } from '@app/contracts';
import { DeliveryNotes } from './delivery-notes.js';

const NOW = Date.parse('2026-11-20T12:34:56Z');

type Noted = [host: string, lagMs: number, ip?: string | null, more?: Partial<Texts>];
type Texts = Record<'country' | 'secFetchMode' | 'referer', string | null>;

/** Returns entries as columns, each with its host, its lag in milliseconds, its address and other texts. */
function entriesOf(...entries: Noted[]) {
  const column = <Text extends string | null>(own: Text[], ...unused: Text[]) => {
    const texts = [...new Set([...unused, ...own])];
    return { texts, places: Uint32Array.from(own, (text) => texts.indexOf(text)) };
  };
  const textsOf = (name: keyof Texts) =>
    column(entries.map(([, , , more]) => more?.[name] ?? null));
  return {
    time: Float64Array.from(entries, ([, lagMs]) => NOW - lagMs),
    host: column(
      entries.map(([host]) => host),
      'unused.example',
    ),
    addresses: packAddresses(entries.map(([, , ip = '192.0.2.7']) => ip)),
    ...{ country: textsOf('country'), secFetchMode: textsOf('secFetchMode') },
    ...{ referer: textsOf('referer'), staticFiles: [] as number[] },
  };
}

it('keeps the last rejects of a delivery, and no text that is long', () => {
  const notes = new DeliveryNotes(NOW);
  for (let i = 0; i < 50; i++)
    notes.reject({ reason: 'not_json', message: `is number ${i}` }, 'x'.repeat(i < 49 ? 3 : 9_000));
  const samples = notes.samples(20);
  expect(samples.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, i) => `is number ${i + 30}`),
  );
  expect(notes.samples(3)).toEqual(samples.slice(-3));
  expect(notes.samples(0)).toEqual([]);
  expect(samples.map(({ outline }) => outline)).toEqual([...Array<string>(19).fill('aaa'), null]);
});

it('adds up entries and their lag by host, over all parts of a delivery', () => {
  const notes = new DeliveryNotes(NOW);
  notes.entries(entriesOf(['a.example', 10], ['', 5], ['a.example', 30]));
  notes.entries(entriesOf(['b.example', 1], ['a.example', 20]));
  expect(Object.fromEntries(notes.hosts)).toMatchObject({
    'a.example': { entries: 3, lagMs: 60, largestLagMs: 30 },
    'b.example': { entries: 1, lagMs: 1, largestLagMs: 1 },
    '': { entries: 1, lagMs: 5, largestLagMs: 5 },
  });
});

it('has no negative lag when the clock of a sender is ahead', () => {
  const notes = new DeliveryNotes(NOW);
  notes.entries(entriesOf(['', -5_000], ['', 40]));
  expect(notes.hosts.get('')).toMatchObject({ entries: 2, lagMs: 40, largestLagMs: 40 });
});

it('counts the entries without an address', () => {
  const notes = new DeliveryNotes(NOW);
  notes.entries(entriesOf(['', 1, null], ['', 1, '2001:db8::1'], ['a.example', 1, null]));
  notes.entries(entriesOf(['', 1, null], ['', 1]));
  expect(notes.hosts.get('')).toMatchObject({ entries: 4, withoutAddress: 2 });
  expect(notes.hosts.get('a.example')).toMatchObject({ entries: 1, withoutAddress: 1 });
});

it('counts what the entries of each host do not have, and those of files', () => {
  const notes = new DeliveryNotes(NOW);
  const all = { country: 'DE', secFetchMode: 'navigate', referer: 'https://a.example/' };
  notes.entries({
    ...entriesOf(
      ['a.example', 1, '192.0.2.7', all],
      ['a.example', 1, '192.0.2.7', { ...all, country: null }],
      // A visitor that sent no header of its own.
      ['', 1, '192.0.2.7', { ...all, secFetchMode: '' }],
      ['', 1, '192.0.2.7'],
    ),
    staticFiles: [1, 2],
  });
  const nothing = { withoutAddress: 0, withoutHost: 0, lagMs: expect.any(Number) as number };
  expect(Object.fromEntries(notes.hosts)).toMatchObject({
    'a.example': {
      ...{ ...nothing, entries: 2, withoutCountry: 1, withoutFetchHeaders: 0 },
      ...{ withoutReferer: 0, staticFiles: 1 },
    },
    '': {
      ...{ ...nothing, entries: 2, withoutHost: 2, withoutCountry: 1, withoutFetchHeaders: 1 },
      ...{ withoutReferer: 1, staticFiles: 1 },
    },
  });
});

it('holds a bounded number of hosts, and counts the entries of all', () => {
  const notes = new DeliveryNotes(NOW);
  for (let i = 0; i < 3_000; i++) notes.entries(entriesOf([`${i}.example`, 1], ['1.example', 1]));
  expect(notes.hosts.size).toBe(251);
  expect(notes.hosts.get('1.example')).toMatchObject({ entries: 3_001 });
  const entries = [...notes.hosts.values()].reduce((sum, { entries }) => sum + entries, 0);
  expect(entries).toBe(6_000);
});
