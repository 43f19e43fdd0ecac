import type { LogEntry } from '@app/contracts';
import { decodeEntries, encodeEntries, packPayload, unpackPayload } from './log-job.js';

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

const columnsOf = (entries: LogEntry[]) => unpackPayload(encodeEntries(entries)) as object;

describe('the payload of a batch', () => {
  it('returns the entries that it was made from', () => {
    const entries = [
      entry,
      { ...entry, time: 0, ip: '2001:db8::1', referer: 'https://a.example/' },
    ];
    expect(decodeEntries(encodeEntries(entries), 2)).toEqual(entries);
  });

  it('refuses a payload with another number of entries than announced', () => {
    expect(() => decodeEntries(encodeEntries([entry]), 2)).toThrow(/2 values/);
  });

  it('refuses a payload with a column that is missing, short, or names values that are not there', () => {
    const columns = columnsOf([entry]) as Record<string, object>;
    const broken = {
      time: [undefined, [1], { first: 1, after: [] }, { after: [0] }, { first: 'x', after: [0] }],
      path: [undefined, []],
      host: [undefined, ['a'], { values: [], places: [0] }, { values: ['a'], places: [] }],
      userAgent: [
        { values: ['a'], places: [1] },
        { values: ['a'], places: [-1] },
      ],
    };
    for (const [column, values] of Object.entries(broken)) {
      for (const value of values) {
        const payload = packPayload({ ...columns, [column]: value });
        expect(() => decodeEntries(payload, 1)).toThrow(new RegExp(`^Column ${column} `));
      }
    }
  });

  it('has a value once that many entries have in common', () => {
    const entries = [entry, { ...entry, host: 'b.example' }, entry];
    expect(columnsOf(entries)).toMatchObject({
      host: { values: ['example.com', 'b.example'], places: [0, 1, 0] },
      userAgent: { values: ['GPTBot/1.2'], places: [0, 0, 0] },
      referer: { values: [null], places: [0, 0, 0] },
    });
  });

  it('keeps which entries are static files', () => {
    const entries = [entry, { ...entry, isStaticFile: true as const }, entry];
    expect(decodeEntries(encodeEntries(entries), 3)).toEqual(entries);
  });

  it('refuses a payload that names a static file which is not there', () => {
    const payload = packPayload({ ...columnsOf([entry]), staticFiles: [1] });
    expect(() => decodeEntries(payload, 1)).toThrow(/staticFiles/);
  });

  it('keeps the signature agent of those entries that have one', () => {
    const entries = [entry, { ...entry, signatureAgent: 'chatgpt.com' }, entry];
    expect(decodeEntries(encodeEntries(entries), 3)).toEqual(entries);
  });

  it('has no room for signature agents when there are none', () => {
    expect(Object.keys(columnsOf([entry]))).not.toContain('signatureAgents');
  });

  it('refuses a payload that names a signature agent of an entry which is not there', () => {
    const payload = packPayload({ ...columnsOf([entry]), signatureAgents: [[1, 'chatgpt.com']] });
    expect(() => decodeEntries(payload, 1)).toThrow(/signatureAgents/);
  });

  it('refuses text that is not a payload', () => {
    expect(() => decodeEntries('AAAA', 1)).toThrow();
  });

  it('is much smaller than the entries as JSON', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({ ...entry, path: `/page/${i}` }));
    const payload = encodeEntries(entries);
    expect(payload.length).toBeLessThan(JSON.stringify(entries).length / 10);
  });
});
