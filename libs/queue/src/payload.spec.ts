import type { LogEntry } from '@app/contracts';
import fc from 'fast-check';
import { entriesOf, sliceColumns } from './entry-columns.js';
import { joinEntries, packEntries } from './pack-entries.js';
import { decodeColumns, encodeColumns, packPayload, unpackPayload } from './payload.js';
import { decodeEntries, encodeEntries } from '../test/entries.js';

const entry: LogEntry = {
  time: 1_763_640_000_123,
  method: 'GET',
  host: 'example.com',
  path: '/päge',
  statusCode: 200,
  ip: null,
  userAgent: 'GPTBot/1.2',
  referer: null,
};
interface Content {
  texts: Record<string, unknown[]>;
  numbers: string;
}

const contentOf = (entries: LogEntry[]) => unpackPayload(encodeEntries(entries)) as Content;
/** A payload whose content was changed. */
const changed = (change: (content: Content) => object) => packPayload(change(contentOf([entry])));

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
  referer: fc.constantFrom(null, 'https://a.example/'),
});
const rare = fc.constantFrom(
  {},
  {},
  { isStaticFile: true as const },
  { signatureAgent: 'chatgpt.com' },
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
    expect(unpackPayload(payload)).toMatchObject({
      texts: { host: ['example.com', 'b.example'], userAgent: [agent], referer: [null] },
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
    const content = contentOf(entries);
    const numbers = Buffer.from(content.numbers, 'base64');
    for (let end = 0; end < numbers.length; end++) {
      const cut = { ...content, numbers: numbers.toString('base64', 0, end) };
      expect(() => decodeEntries(packPayload(cut), 3)).toThrow(/^Column \w+ of the batch does not/);
    }
  });

  it('refuses a payload without the address of each entry', () => {
    const payload = changed((content) => ({ ...content, ip: [] }));
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
    for (const field of [{ staticFiles: [1] }, { signatureAgents: [[1, 'chatgpt.com']] }]) {
      const payload = changed((content) => ({ ...content, ...field }));
      expect(() => decodeEntries(payload, 1)).toThrow(Object.keys(field)[0]);
    }
  });

  it('refuses a place that is no place', () => {
    for (const place of [-1, 0.5, 1, '0', null]) {
      const payload = changed((content) => ({ ...content, staticFiles: [place] }));
      expect(() => decodeColumns(payload, 1)).toThrow(
        'Column staticFiles of the batch names an entry that is not there',
      );
    }
  });

  it('has no room for what no entry has', () => {
    expect(Object.keys(contentOf([entry])).sort()).toEqual([
      'count',
      'first',
      'ip',
      'numbers',
      'texts',
    ]);
  });

  it('refuses text that is not a payload', () => {
    for (const text of ['', 'AAAA', packPayload(null), packPayload({}), packPayload('numbers')])
      expect(() => decodeEntries(text, 1)).toThrow();
  });

  it('is much smaller than the entries as JSON', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({ ...entry, path: `/page/${i}` }));
    const payload = encodeEntries(entries);
    expect(payload.length).toBeLessThan(JSON.stringify(entries).length / 10);
  });
});

describe('the payload of a job of version 3 or 4', () => {
  /** Written by the release before version 5. */
  const OLD =
    'PY49agMxFIS1OUBa91MLSbsOdqIugcRtCndiC2X9vLuwP0J6CwbjW+QIuUkaHyvICYHHK74ZZkbcF0Kc0czLxLBriWMfE8OW281682CMMaUxEkwnTrBnjMTdfIB12L3uUUt0c7Y70MmPYSDVzGPGwXOXsQ7fXy1BQnvVpJSlJVF8bin3Oeze9y8z61JVWYp0pEgR1k3LMEh0zCFZrb36i9eoLxJ9+HeUT5UyqlIGEpUxpT18PFpjbU5L7Llv3vqBEqwrM+nbyfMS6dafqaskms5zG/h3en0pVmJ1d71+ClHkuz1R/AA=';

  it('is read', () => {
    const entries = [
      entry,
      { ...entry, time: 1_763_640_000_100, path: '/a.css', ip: '192.0.2.0', isStaticFile: true },
      {
        ...entry,
        statusCode: 404,
        ip: '2001:db8:0::',
        referer: 'https://a.example/',
        signatureAgent: 'chatgpt.com',
      },
    ];
    expect(decodeEntries(OLD, 3)).toEqual(entries);
    expect(decodeEntries(packPayload(unpackPayload(OLD)), 3)).toEqual(entries);
    expect(() => decodeEntries(OLD, 2)).toThrow(/2 values/);
  });
});

describe('the payload of a job of version 1 or 2', () => {
  /** Written by the release before version 3. */
  const OLD =
    'bVBLasMwEL3LrKfSWDYp1a4pbbZdZGe0EM7EFvgjrHEphNymN+nFiuwuQpvFwPCYN+9zAQkDg73AOcxJwBaPu3JXEREVpkTwZ+EZbE34YEokd0WIXjqwNej4/dUyIGivmpTysiEOIYmXJb1MJwZbGyLMU1HlEEIEW49L3yMUT0aRMooAM+AQBpZuOmU7H75fOGWdw+sRHELsfbMChLQZ6aZs+PaUP/0Qe1bNNNynLInn55bHP7zD+3E/iS6UuU+b+cxz7uFGbIvQicRktfbqV1v/+1Dk0nIhoXkL/RqhyBWFdvSyzLz6yUlrg9B0XtooWwJ3/QE=';
  const columns = unpackPayload(OLD) as Record<string, object>;

  it('is read', () => {
    expect(decodeEntries(OLD, 3)).toEqual([
      entry,
      {
        ...entry,
        time: 1_763_640_000_100,
        path: '/a.css',
        ip: '192.0.2.0',
        isStaticFile: true,
      },
      { ...entry, statusCode: 404, referer: 'https://a.example/', signatureAgent: 'chatgpt.com' },
    ]);
    expect(decodeEntries(packPayload(columns), 3)).toEqual(decodeEntries(OLD, 3));
  });

  it('is read as columns, too', () => {
    const { time, host, path, statusCode, staticFiles, signatureAgents } = decodeColumns(OLD, 3);
    expect([...time]).toEqual([1_763_640_000_123, 1_763_640_000_100, 1_763_640_000_123]);
    expect([...statusCode]).toEqual([200, 200, 404]);
    expect(host).toEqual({ texts: ['example.com'], places: Uint32Array.of(0, 0, 0) });
    expect(path.texts[path.places[1] ?? 9]).toBe('/a.css');
    expect({ staticFiles, signatureAgents }).toEqual({
      staticFiles: [1],
      signatureAgents: [[2, 'chatgpt.com']],
    });
    expect(entriesOf(sliceColumns(decodeColumns(OLD, 3), 1, 3))).toEqual(
      decodeEntries(OLD, 3).slice(1),
    );
  });

  it('is refused with a column that is missing, short, or names values that are not there', () => {
    expect(() => decodeEntries(OLD, 2)).toThrow(/2 values/);
    const broken = {
      time: [undefined, [1], { first: 1, after: [] }, { after: [0, 0, 0] }],
      path: [undefined, []],
      host: [undefined, ['a'], { values: [], places: [0, 0, 0] }, { values: ['a'], places: [] }],
      userAgent: [
        { values: ['a'], places: [1, 0, 0] },
        { values: ['a'], places: [0, -1, 0] },
        { values: ['a'], places: [0, 0.5, 0] },
      ],
      staticFiles: [[3]],
      signatureAgents: [[[3, 'chatgpt.com']]],
    };
    for (const [column, values] of Object.entries(broken)) {
      for (const value of values) {
        const payload = packPayload({ ...columns, [column]: value });
        expect(() => decodeEntries(payload, 3)).toThrow(new RegExp(`^Column ${column} `));
      }
    }
  });
});
