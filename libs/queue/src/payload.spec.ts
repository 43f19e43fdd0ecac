import { type LogEntry, packAddresses } from '@app/contracts';
import fc from 'fast-check';
import { entriesOf, sliceColumns } from './entry-columns.js';
import { joinEntries, packEntries } from './pack-entries.js';
import { decodeColumns, encodeColumns, packPayload, type Parts, unpackPayload } from './payload.js';
import { decodeEntries, encodeEntries } from '../test/entries.js';

const entry: LogEntry = {
  time: 1_763_640_000_123,
  method: 'GET',
  host: 'example.com',
  path: '/päge',
  statusCode: 200,
  ip: null,
  userAgent: 'GPTBot/1.2',
  referer: 'https://a.example/',
};
const partsOf = (entries: LogEntry[]) => unpackPayload(encodeEntries(entries));
/** A payload of one entry whose head was changed. */
const changed = (change: (head: Parts['head']) => object) => {
  const parts = partsOf([entry]);
  return packPayload({ ...parts, head: change(parts.head) as Parts['head'] });
};

const text = fc.string({ unit: 'binary', maxLength: 12 });
const few = fc.constantFrom('a', 'b', 'ä');
const common = fc.record({
  time: fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 946_684_800_000, max: 2 ** 47 - 1 }),
  ),
  method: few,
  host: few,
  path: text.map((end) => `/${end.toWellFormed()}`),
  statusCode: fc.integer({ min: 0, max: 999 }),
  ip: fc.constantFrom(null, '192.0.2.0', '192.0.2.9', '2001:db8:1::', '2001:db8:0::', '::1'),
  userAgent: fc.oneof(few, fc.constant('')),
});
const rare = fc.constantFrom(
  {},
  {},
  { isStaticFile: true as const },
  { referer: 'https://a.example/', country: 'DE' },
  { signatureAgent: 'chatgpt.com', secFetchMode: '' },
  { asn: '64500', protocol: 'HTTP/2', secPurpose: 'prefetch' },
);
const entryLists = fc.array(
  fc.tuple(common, rare).map(([entry, fields]): LogEntry => ({ ...entry, ...fields })),
  { minLength: 1, maxLength: 20 },
);

describe('the payload of a batch', () => {
  it('returns the entries that it was made from', () => {
    fc.assert(
      fc.property(entryLists, (entries) => {
        const payload = encodeEntries(entries);
        expect(decodeEntries(payload, entries.length)).toEqual(entries);
        const again = packPayload(unpackPayload(payload));
        expect(decodeEntries(again, entries.length)).toEqual(entries);
      }),
    );
  });

  it('joins lists of entries', () => {
    fc.assert(
      fc.property(entryLists, entryLists, entryLists, (...lists) => {
        const joined = joinEntries(lists.map(packEntries));
        expect(decodeEntries(encodeColumns(joined), joined.count)).toEqual(lists.flat());
        for (const name of ['host', 'path', 'userAgent'] as const)
          expect(new Set(joined[name].texts).size).toBe(joined[name].texts.length);
      }),
    );
  });

  it('is deflated only when that makes it smaller', () => {
    for (const [count, form] of [
      [1, 0x06],
      [300, 0x0e],
    ] as const) {
      const entries = Array.from({ length: count }, (_, at) => ({ ...entry, path: `/${at}` }));
      const payload = encodeEntries(entries);
      expect(Buffer.from(payload, 'base64')[0]).toBe(form);
      expect(decodeEntries(payload, count)).toEqual(entries);
    }
  });

  it('is refused when it is cut off anywhere', () => {
    for (const count of [1, 40]) {
      const entries = Array.from({ length: count }, () => ({ ...entry, ip: '192.0.2.0' }));
      const bytes = Buffer.from(encodeEntries(entries), 'base64');
      for (let end = 0; end < bytes.length; end++) {
        const cut = bytes.toString('base64', 0, end);
        expect(() => decodeEntries(cut, count)).toThrow();
        expect(() => unpackPayload(cut)).toThrow();
      }
    }
  });

  it('has room for places above 255 and above 65,535', () => {
    for (const count of [256, 257, 65_537]) {
      const entries = Array.from({ length: count }, (_, at) => ({ ...entry, path: `/${at}` }));
      const paths = decodeEntries(encodeEntries(entries), count).map(({ path }) => path);
      expect(paths.every((path, at) => path === `/${at}`)).toBe(true);
    }
  });

  it('is read as columns, and each part of them as the entries of the part', () => {
    fc.assert(
      fc.property(entryLists, fc.nat(20), fc.nat(20), (entries, one, other) => {
        const columns = decodeColumns(encodeEntries(entries), entries.length);
        expect(entriesOf(columns)).toEqual(entries);
        const [from = 0, end = 0] = [one, other]
          .map((place) => Math.min(place, entries.length))
          .sort((a, b) => a - b);
        const part = sliceColumns(columns, from, end);
        expect(part.count).toBe(end - from);
        expect(entriesOf(part)).toEqual(entries.slice(from, end));
      }),
    );
  });

  it('makes one text of a value that entries have in common', () => {
    const agent = 'an agent that is long enough to be a text of its own';
    const entries = [entry, { ...entry, host: 'b.example' }, entry];
    const payload = encodeEntries(entries.map((one) => ({ ...one, userAgent: agent })));
    expect(unpackPayload(payload).head.texts).toMatchObject({
      ...{ host: ['example.com', 'b.example'], userAgent: [agent] },
    });
  });

  it('refuses a payload with another number of entries than announced', () => {
    expect(() => decodeEntries(encodeEntries([entry]), 2)).toThrow(
      'Column time of the batch does not have 2 values',
    );
  });

  it('refuses a payload with numbers that are cut off anywhere', () => {
    const entries = Array.from({ length: 3 }, (_, at) => ({
      ...entry,
      time: 300 * at,
      path: `/${at}`,
      referer: at === 0 ? null : '/',
    }));
    const { numbers, ...parts } = partsOf(entries);
    for (let end = 0; end < numbers.length; end++) {
      const cut = { ...parts, numbers: numbers.subarray(0, end) };
      expect(() => decodeEntries(packPayload(cut), 3)).toThrow(/^Column \w+ of the batch does not/);
    }
  });

  it('refuses a payload without the address of each entry', () => {
    const payload = packPayload({
      ...partsOf([entry]),
      addresses: packAddresses(['192.0.2.0', '::1']),
    });
    expect(() => decodeEntries(payload, 1)).toThrow(
      'Column ip of the batch does not have 1 values',
    );
  });

  it('refuses a payload that names a text or an entry which is not there', () => {
    for (const name of ['method', 'host', 'path', 'userAgent', 'referer']) {
      const without = changed(({ texts, ...rest }) => ({
        ...rest,
        texts: { ...texts, [name]: [] },
      }));
      expect(() => decodeEntries(without, 1)).toThrow(`Column ${name} of the batch names a value`);
      const missing = changed(({ texts, ...rest }) => ({
        ...rest,
        texts: { ...texts, [name]: undefined },
      }));
      expect(() => decodeEntries(missing, 1)).toThrow();
    }
    const payload = changed((head) => ({ ...head, staticFiles: [1] }));
    expect(() => decodeEntries(payload, 1)).toThrow('staticFiles');
  });

  it.each(['staticFiles', 'claimedAddresses'])('refuses a place of %s that is no place', (name) => {
    for (const place of [-1, 0.5, 1, '0', null]) {
      const payload = changed((head) => ({ ...head, [name]: [place] }));
      expect(() => decodeColumns(payload, 1)).toThrow(
        `Column ${name} of the batch names an entry that is not there`,
      );
    }
  });

  it('has no room for what no entry has', () => {
    const { head } = partsOf([entry]);
    expect(Object.keys(head)).toEqual(['count', 'first', 'texts']);
    expect(Object.keys(head.texts)).toEqual(['method', 'host', 'path', 'userAgent', 'referer']);
  });

  it('is read without columns that this release does not know', () => {
    const parts = partsOf([entry]);
    const { texts, ...head } = parts.head;
    const numbers = Buffer.concat([parts.numbers, Buffer.of(1, 1)]);
    const later = { ...parts, head: { ...head, texts: { ...texts, later: ['a', 'b'] } }, numbers };
    expect(decodeEntries(packPayload(later), 1)).toEqual([entry]);
    expect(() => decodeEntries(packPayload({ ...parts, numbers }), 1)).toThrow('more columns');
  });

  it('refuses text that is not a payload', () => {
    for (const text of ['', 'AAAA', 'BgAAAAA=', changed(() => ({})), changed(() => [])])
      expect(() => decodeEntries(text, 1)).toThrow();
  });

  it('is much smaller than the entries as JSON', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({ ...entry, path: `/page/${i}` }));
    const payload = encodeEntries(entries);
    expect(payload.length).toBeLessThan(JSON.stringify(entries).length / 10);
  });
});
