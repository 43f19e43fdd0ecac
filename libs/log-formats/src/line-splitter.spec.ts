import fc from 'fast-check';
import type { Line } from './line.js';
import { LineSplitter, LONGEST_LINE } from './line-splitter.js';

function split(chunks: (Buffer | string)[], splitter = new LineSplitter()): Line[] {
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
  // The text of most lines is made when it is asked for.
  return [...lines, ...splitter.end()].map(({ number, text, start, end, ended }) => ({
    ...{ number, text, start, end, ended },
  }));
}

it('numbers lines and gives their places in bytes', () => {
  expect(split(['a\r\né', '\n\nb'])).toEqual([
    { number: 1, text: 'a', start: 0, end: 3, ended: true },
    { number: 2, text: 'é', start: 3, end: 6, ended: true },
    { number: 3, text: '', start: 6, end: 7, ended: true },
    { number: 4, text: 'b', start: 7, end: 8, ended: false },
  ]);
  expect(split(['x\n'], new LineSplitter(100, 7))).toEqual([
    { number: 8, text: 'x', start: 100, end: 102, ended: true },
  ]);
});

it('drops a byte order mark at the start, and the NUL bytes of an emptied log', () => {
  const texts = split(['\ufeffa\n\ufeffb\n', Buffer.from('\0\0\0c\0\n')]).map(({ text }) => text);
  expect(texts).toEqual(['a', '\ufeffb', 'c\0']);
});

it('keeps nothing of a line that is too long, and continues after it', () => {
  const longest = 'x'.repeat(LONGEST_LINE);
  const lines = split([longest, '\n', longest, longest, 'x\nb']);
  expect(lines.map(({ text }) => text?.length)).toEqual([LONGEST_LINE, undefined, 1]);
  expect(lines[2]).toMatchObject({ number: 3, start: 3 * LONGEST_LINE + 3 });
});

it('gives the same lines however the bytes arrive, and loses no byte', () => {
  const bytes = fc.array(fc.oneof(fc.constantFrom(10, 13, 0, 65, 0xc3, 0xa9, 0xff), fc.nat(255)));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 9 }), (all, size) => {
      const whole = Buffer.from(all);
      const pieces: Buffer[] = [];
      for (let at = 0; at < all.length; at += size) pieces.push(whole.subarray(at, at + size));
      const lines = split(pieces);
      expect(lines).toEqual(split([whole]));
      expect(lines.at(-1)?.end ?? 0).toBe(all.length);
      lines.forEach((line, index) => expect(line.start).toBe(lines[index - 1]?.end ?? 0));
    }),
  );
});

describe('JSON over several lines', () => {
  const RECORDS = Array.from({ length: 5 }, (_, n) => ({
    n,
    text: 'a "{[\\',
    list: [1, [2]],
    in: { a: {} },
  }));
  const textsOf = (body: string, size = 7) => {
    const bytes = Buffer.from(body);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    const lines = split(pieces);
    expect(lines.at(-1)?.end).toBe(bytes.length);
    lines.forEach((line, index) => expect(line.start).toBe(lines[index - 1]?.end ?? 0));
    return lines;
  };
  const valuesOf = (lines: Line[]) =>
    lines.flatMap(({ text }) => (text === '' ? [] : [JSON.parse(text ?? 'null') as unknown]));

  it.each([
    ['a list with two spaces', JSON.stringify(RECORDS, null, 2)],
    ['a list with tabs and a line break at its end', `${JSON.stringify(RECORDS, null, '\t')}\n`],
    ['a list with Windows line breaks', JSON.stringify(RECORDS, null, 2).replaceAll('\n', '\r\n')],
    ['objects one after the other', RECORDS.map((one) => JSON.stringify(one, null, 2)).join('\n')],
    [
      'objects with `}, {` between them',
      JSON.stringify(RECORDS, null, 1).replaceAll('},\n {', '}, {'),
    ],
    [
      'a bracket in front of the first object',
      JSON.stringify(RECORDS, null, 2).replace('[\n', '['),
    ],
  ])('is a line for each object: %s', (_, body) => {
    for (const size of [1, 7, 100_000]) expect(valuesOf(textsOf(body, size))).toEqual(RECORDS);
  });

  it('is read from the middle as from the start', () => {
    const body = JSON.stringify(RECORDS, null, 2);
    const lines = textsOf(body);
    for (const line of lines.filter(({ text }) => text !== '')) {
      const rest = split(
        [Buffer.from(body).subarray(line.start)],
        new LineSplitter(line.start, line.number - 1),
      );
      expect(rest[0]).toEqual(line);
    }
  });

  it('leaves lines alone that begin like an object and break off', () => {
    const lines = [
      '{"a": "cut',
      '{"b": 1}',
      '{',
      '203.0.113.1 - - [x] "GET / HTTP/1.1"',
      '[1] x,',
      '{"c":2,',
    ];
    const texts = split([`${lines.join('\n')}\n{"d":3}\n`]).map(({ text }) => text);
    expect(texts).toEqual([...lines, '{"d":3}']);
  });

  it('leaves what has not ended for later', () => {
    const [only, ...others] = split(['{\n  "a": 1,\n']);
    expect(only).toMatchObject({ start: 0, end: 12, ended: false });
    expect(others).toEqual([]);
  });

  it('keeps nothing of an object that is too long, and reads on behind it', () => {
    const long = JSON.stringify([{ a: Array(200_000).fill('long text') }, { b: 1 }], null, 1);
    const lines = textsOf(long, 65_536).filter(({ text }) => text !== '');
    expect(lines.map(({ text }) => text)).toEqual([undefined, '{ "b": 1 }']);
  });
});

describe('a list in one line', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(90), a: [{}] }));
  const valuesOf = (lines: Line[]) =>
    lines.flatMap(({ text }) => (text === '' ? [] : [JSON.parse(text ?? 'null') as unknown]));

  it('is one line as long as there is room', () => {
    expect(split([JSON.stringify(many(9)), '\n'])).toHaveLength(1);
  });

  it.each([
    [65_536, '\n'],
    [3_000_000, '\n'],
    [1_000, ''],
  ])('is a line for each object when it is too long, in pieces of %d', (size, end) => {
    const records = many(20_000);
    const bytes = Buffer.from(`{"before":1}\n${JSON.stringify(records)}${end}`);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    const lines = split(pieces);
    expect(valuesOf(lines)).toEqual([{ before: 1 }, ...records]);
    lines.forEach((line, index) => expect(line.start).toBe(lines[index - 1]?.end ?? 0));
    expect(lines.at(-1)?.end).toBe(bytes.length);
    // From any object on, it is read in the same way.
    for (const at of [1, 2, 10_000, 19_999]) {
      const { start, number } = lines[at] as Line;
      const rest = split([bytes.subarray(start)], new LineSplitter(start, number - 1));
      expect(rest.map(({ text, end: place }) => [text, place])).toEqual(
        lines.slice(at).map(({ text, end: place }) => [text, place]),
      );
    }
  });

  it('passes over an object that is too long', () => {
    const records = [{ a: 1 }, { b: 'x'.repeat(2 * LONGEST_LINE) }, { c: '"]}[{\\' }];
    const texts = split([JSON.stringify(records), '\nnext\n']).map(({ text }) => text);
    expect(texts).toEqual(['{"a":1}', undefined, JSON.stringify(records[2]), '', 'next']);
  });
});
