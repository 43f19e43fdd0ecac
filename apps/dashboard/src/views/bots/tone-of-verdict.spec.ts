import { toneOfVerdict } from './tone-of-verdict.js';

it.each([
  [100, 0, 0, 'good'],
  [95, 5, 0, 'good'],
  [90, 10, 0, 'warn'],
  [10, 90, 0, 'bad'],
  [0, 0, 50, 'rest'],
])('of %i verified, %i spoofed and %i other visits it is %s', (real, fake, open, tone) => {
  const counts = { verified_visits: real, spoofed_visits: fake, unverifiable_visits: open };
  expect(toneOfVerdict(counts)).toBe(tone);
});
