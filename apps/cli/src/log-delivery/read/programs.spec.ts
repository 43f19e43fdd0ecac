import { failureOf } from './programs.js';

const SIZE = 1_000;

it.each([
  ['ends_early', 'bzip2: Compressed file ends unexpectedly;\n\tperhaps it is corrupted?'],
  ['ends_early', 'xz: (stdin): Unexpected end of input'],
  ['ends_early', '/*stdin*\\ : Read error (39) : premature end'],
  ['ends_early', 'bunzip2: short read'],
  ['memory', 'xz: (stdin): Memory usage limit reached'],
  ['memory', '/*stdin*\\ : Window size larger than maximum : 2147483648 > 134217728'],
  ['damaged', 'bzip2: Data integrity error when decompressing.'],
  ['damaged', 'xz: (stdin): Compressed data is corrupt'],
  ['damaged', ''],
])('%s: %s', (failure, said) => {
  expect(failureOf(said, SIZE)).toBe(failure);
});

it('a few bytes of a file are no file, whatever a program says of them', () => {
  expect(failureOf('zstd: /*stdin*\\: unknown header', 7)).toBe('ends_early');
});
