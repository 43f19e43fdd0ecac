import { inChunks } from '@app/testing';
import { withoutByteOrderMark } from './byte-order-mark.js';
import type { Envelope } from './envelope.js';
import { jsonValues } from './json-values.js';
import { otlpRecords } from './otlp.js';

const CUTS = [[1], [2], [3], [1, 2, 5], [1 << 16]];

function cut(envelope: Envelope, body: string | Buffer, sizes: number[]) {
  const marked = withoutByteOrderMark(envelope);
  const records = [...inChunks(body, sizes)].flatMap((chunk) => [...marked.push(chunk)]);
  return [...records, ...marked.end()];
}

it('drops the mark at the start, however the bytes arrive', () => {
  for (const sizes of CUTS) {
    expect(cut(jsonValues(), '\ufeff{"a":1}\n', sizes)).toEqual([
      { text: '{"a":1}', value: { a: 1 } },
    ]);
    const otlp = '\ufeff{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{}}]}]}]}';
    const records = cut(otlpRecords({ 'content-type': 'application/json' }), otlp, sizes);
    expect(records).toHaveLength(1);
    expect(records[0]).toHaveProperty('value');
  }
});

it('leaves everything else as it came', () => {
  const bodies = [
    '',
    '{"a":1}',
    '\ufeff\ufeff{"a":1}',
    Buffer.from([0xef]),
    Buffer.from([0xef, 0xbb, 0x31]),
  ];
  for (const body of bodies)
    for (const sizes of CUTS) {
      const seen: Buffer[] = [];
      const keep: Envelope = {
        push: (chunk) => (seen.push(Buffer.from(chunk)), []),
        end: () => [],
      };
      cut(keep, body, sizes);
      const bytes = Buffer.from(body as string);
      const isMarked = bytes.toString().startsWith('\ufeff');
      expect(Buffer.concat(seen)).toEqual(isMarked ? bytes.subarray(3) : bytes);
    }
});
