import { createHash } from 'node:crypto';
import { createReader, type Line, LineSplitter, type LogFormatName } from '@app/log-formats';
import { type Batch, BatchBuilder, LOG_START } from './batch.js';
import { readBatches } from './batch.js';
import type { Hashed } from './hash.js';

const sha256 = (content: Hashed) => {
  const hash = createHash('sha256');
  for (const piece of typeof content === 'string' ? [content] : content) hash.update(piece);
  return hash.digest('hex');
};
const bodyOf = (batch: Batch | undefined) =>
  Buffer.from(batch?.entries.body([...batch.entries.lines.keys()]) ?? []).toString();
const OPTIONS = { now: Date.UTC(2026, 10, 20), host: '' };

const entry = (path: string) =>
  `192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "a"\n`;

const linesOf = (text: string): Line[] => new LineSplitter().push(Buffer.from(text));

interface Reading {
  chunk?: number;
  cutAt?: number;
  format?: LogFormatName;
  from?: Batch;
}

async function batchesOf(
  text: string,
  { chunk = 1 << 20, cutAt, format = 'combined', from }: Reading = {},
): Promise<Batch[]> {
  const position = from?.to ?? LOG_START;
  const splitter = new LineSplitter(position.offset, position.lines);
  const lines = async function* () {
    const bytes = Buffer.from(text).subarray(position.offset);
    for (let at = 0; at < bytes.length; at += chunk) {
      yield splitter.push(bytes.subarray(at, at + chunk));
    }
    yield splitter.end();
  };
  const batches: Batch[] = [];
  const reading = {
    reader: createReader(format, OPTIONS),
    hash: sha256,
    clock: () => OPTIONS.now,
    position,
    cutAt,
    onUnfinished: () => undefined,
    onMissingEnd: () => undefined,
  };
  for await (const batch of readBatches(lines(), reading)) batches.push(batch);
  return batches;
}

const many = (count: number, path = '/a') =>
  Array.from({ length: count }, (_, i) => entry(`${path}${i}`)).join('');

it('starts with a chain that releases before this one had, too', () => {
  expect(LOG_START.chain).toBe(sha256('botgauge/import 1'));
});

it('a batch has 1000 entries, whatever other lines are between them', async () => {
  const text = `bad\n${many(1_500)}\n# comment\nbad\n`;
  const [first, second, ...none] = await batchesOf(text);
  expect(none).toEqual([]);
  expect(first).toMatchObject({ full: true, to: { lines: 1_001 }, rejects: [{ line: 1 }] });
  expect(second).toMatchObject({ full: false, to: { lines: 1_504, offset: text.length } });
  expect([first?.entries.count, second?.entries.count]).toEqual([1_000, 500]);
  expect(second?.from).toEqual(first?.to);
});

it('names and ends depend only on the lines', async () => {
  const text = many(2_500);
  const whole = await batchesOf(text);
  for (const chunk of [7_001, 100_003]) expect(await batchesOf(text, { chunk })).toEqual(whole);
  const grown = await batchesOf(text + many(600, '/more'));
  expect(grown.slice(0, 2)).toEqual(whole.slice(0, 2));
  expect(grown[2]?.to.chain).not.toBe(whole[2]?.to.chain);
});

it('the same lines after other ones have another name', async () => {
  const [, second] = await batchesOf(many(1_000) + many(1_000));
  const [, other] = await batchesOf(many(1_000, '/other') + many(1_000));
  expect(bodyOf(second)).toBe(bodyOf(other));
  expect(second?.to.chain).not.toBe(other?.to.chain);
});

it('a batch that was ended early before ends there again', async () => {
  const early = await batchesOf(many(700));
  const cutAt = early[0]?.to.offset;
  const later = await batchesOf(many(700) + many(700, '/more'), { cutAt });
  expect(later[0]).toEqual(early[0]);
  expect(later.map(({ entries }) => entries.count)).toEqual([700, 700]);
});

it('batches of long lines and of rejects end early', () => {
  const reader = createReader('combined', OPTIONS);
  const sizes: number[] = [];
  const builder = new BatchBuilder(reader, sha256, LOG_START, undefined, () => OPTIONS.now);
  const long = linesOf(entry(`/${'x'.repeat(100_000)}`).repeat(100) + 'bad\n'.repeat(25_000));
  for (const line of long) {
    for (const batch of builder.add(line)) sizes.push(batch.to.lines - batch.from.lines);
  }
  expect(sizes).toEqual([42, 42, 10_000, 10_000]);
});

describe('a line with many records', () => {
  const record = (i: number) => ({
    time: '2026-04-04T12:57:53Z',
    category: 'FrontDoorAccessLog',
    properties: {
      requestUri: `https://shop.example/${i}`,
      // Some of the records between the entries are skipped, and some are rejected.
      isReceivedFromClient: i % 7 !== 0,
      ...(i % 11 !== 0 && { httpStatusCode: '200' }),
    },
  });
  const wrapped = (count: number, from = 0) =>
    `${JSON.stringify({ records: Array.from({ length: count }, (_, i) => record(from + i)) })}\n`;
  const text = wrapped(10) + wrapped(3_000, 10) + wrapped(10, 3_010);
  const format = 'azure-front-door';

  it('makes batches of at most 1000 entries', async () => {
    const batches = await batchesOf(text, { format });
    expect(batches.map(({ entries }) => entries.count)).toEqual([1_000, 1_000, 353]);
    expect(batches.map(({ full }) => full)).toEqual([true, true, false]);
    const paths = batches.flatMap(({ entries }) => entries.valuesOf('path')?.values ?? []);
    expect(new Set(paths).size).toBe(2_353);
    const rejects = batches.flatMap((batch) => batch.rejects);
    const skips = batches.map(({ skipped }) => skipped.shield_copy ?? 0);
    const skipped = skips.reduce((sum, count) => sum + count);
    expect(rejects.length + skipped + paths.length).toBe(3_020);
    expect(JSON.parse(rejects[0]?.text ?? '')).toEqual(record(11));
  });

  it('gives batches names that also depend on its other records', async () => {
    const [first] = await batchesOf(wrapped(1_500), { format });
    const [other] = await batchesOf(wrapped(1_499), { format });
    expect(bodyOf(first)).toBe(bodyOf(other));
    expect(first?.to.chain).not.toBe(other?.to.chain);
  });

  it('continues in its middle with the batches that it had', async () => {
    const batches = await batchesOf(text, { format });
    for (const [index, from] of batches.entries()) {
      expect(await batchesOf(text, { format, from })).toEqual(batches.slice(index + 1));
    }
    expect(batches[0]?.to).toMatchObject({ lines: 1, offset: wrapped(10).length });
    expect(batches[0]?.lastLine.start).toBe(wrapped(10).length);
  });
});
