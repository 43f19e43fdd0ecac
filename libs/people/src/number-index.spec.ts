import fc from 'fast-check';
import { NumberIndex } from './number-index.js';

const LARGEST = 2 ** 53 - 1;
/** Some of which have equal halves, so that they are near each other in a table. */
const number = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 40 }).map((high) => high * 2 ** 32),
  fc.integer({ min: 0, max: LARGEST }),
  fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 48 * 24 - 1, LARGEST),
);

describe('NumberIndex', () => {
  it('gives numbers the indexes that a Map gives them, in the order in which they come', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
        const index = new NumberIndex(new Set(numbers).size);
        const known = new Map<number, number>();
        for (const one of numbers) {
          if (!known.has(one)) known.set(one, known.size);
          expect(index.indexOf(one)).toBe(known.get(one));
          expect(index.count).toBe(known.size);
        }
      }),
    );
  });

  it.each([0, 1, 5, 32, 33, undefined])('grows when it had room for %s numbers', (room) => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
        const index = new NumberIndex(room);
        const different = [...new Set(numbers)];
        numbers.forEach((one) => index.indexOf(one));
        expect(index.count).toBe(different.length);
        expect(different.map((one) => index.indexOf(one))).toEqual([...different.keys()]);
        expect(different.map((_, at) => index.at(at))).toEqual(different);
      }),
    );
  });

  it('finds 100,000 numbers again for which it had no room', () => {
    const index = new NumberIndex();
    const numbers = Array.from({ length: 100_000 }, (_, at) => at * 1_000 * 24 + (at % 24));
    for (let time = 0; time < 2; time++)
      expect(numbers.every((one, at) => index.indexOf(one) === at)).toBe(true);
    expect(index.count).toBe(100_000);
  });

  it.each([
    ['consecutive', 1],
    ['24 apart', 24],
    ['whose lower halves are equal', 2 ** 32],
    ['whose last 36 bits are equal', 2 ** 36],
  ])('tells 100,000 numbers apart that are %s', (_, distance) => {
    const most = 100_000;
    const index = new NumberIndex(most);
    const numbers = Array.from({ length: most }, (_, at) => at * distance);
    expect(numbers.every((one, at) => index.indexOf(one) === at)).toBe(true);
    expect(numbers.every((one, at) => index.indexOf(one) === at)).toBe(true);
    expect(index.count).toBe(most);
  });
});
