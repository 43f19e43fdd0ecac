import { verdictInWords } from './verdict-in-words.js';

const bot = (verified: number, spoofed: number, unverifiable: number) =>
  verdictInWords({
    ...{ verified_visits: verified, spoofed_visits: spoofed, unverifiable_visits: unverifiable },
  });

it.each([
  [424, 0, 0, '100% real'],
  [395, 29, 0, '93% real · 29 fake'],
  [498, 0, 48, '91% real · 48 unknown'],
  [0, 7, 1, '0% real · 7 fake · 1 unknown'],
  [0, 0, 1_200, 'not checkable'],
  [99_999, 1, 0, '> 99% real · 1 fake'],
])('says of %i verified, %i spoofed and %i other visits: %s', (real, fake, open, shown) => {
  expect(bot(real, fake, open)?.shown).toBe(shown);
});

it('says all counts to readers that hear it', () => {
  expect(bot(1_395, 29, 0)?.heard).toBe(
    'Of 1,424 checked visits, 1,395 verified, 29 spoofed, 0 could not be decided',
  );
});

it('says nothing where nothing was checked', () => {
  const counts = { verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 };
  expect(verdictInWords(counts)).toBeUndefined();
});
