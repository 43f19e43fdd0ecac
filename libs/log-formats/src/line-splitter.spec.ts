import fc from 'fast-check';
import { type Line, LineSplitter, LONGEST_LINE } from './line-splitter.js';

function split(chunks: (Buffer | string)[], splitter = new LineSplitter()): Line[] {
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
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
