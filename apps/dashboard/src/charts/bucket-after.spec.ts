import { bucketAfter } from './bucket-after.js';

it('walks through the buckets and stops at the ends', () => {
  expect(bucketAfter('ArrowRight', undefined, 5)).toBe(0);
  expect(bucketAfter('ArrowLeft', undefined, 5)).toBe(4);
  expect(bucketAfter('ArrowRight', 3, 5)).toBe(4);
  expect(bucketAfter('ArrowRight', 4, 5)).toBe(4);
  expect(bucketAfter('ArrowLeft', 0, 5)).toBe(0);
  expect(bucketAfter('PageDown', 1, 30)).toBe(8);
  expect(bucketAfter('PageUp', 3, 30)).toBe(0);
  expect(bucketAfter('Home', 3, 5)).toBe(0);
  expect(bucketAfter('End', undefined, 5)).toBe(4);
  expect(bucketAfter('Enter', 3, 5)).toBeUndefined();
});
