import { verificationWord } from './verification-word.js';

describe('The word for a bot', () => {
  it.each([
    ['nothing was checked', 0, 0, 0, null],
    ['nothing could be decided', 0, 0, 5, 'not checkable'],
    ['one less than half was decided', 30, 19, 51, 'not checkable'],
    ['half was decided', 50, 0, 50, 'mostly'],
    ['all are verified', 1, 0, 0, 'verified'],
    ['a tenth could not be decided', 90, 0, 10, 'verified'],
    ['more than a tenth could not be decided', 89, 0, 11, 'mostly'],
    ['one of a million is spoofed', 999_999, 1, 0, 'mostly'],
    ['a tenth is spoofed', 90, 10, 0, 'mostly'],
    ['more than a tenth is spoofed', 89, 11, 0, 'mixed'],
    ['more than a tenth is verified', 11, 89, 0, 'mixed'],
    ['a tenth is verified', 10, 90, 0, 'spoofed'],
    ['all are spoofed', 0, 3, 0, 'spoofed'],
    ['spoofed, and half could not be decided', 0, 50, 50, 'spoofed'],
  ] as const)('when %s', (_, verified, spoofed, unverifiable, word) => {
    expect(
      verificationWord({
        verified_visits: verified,
        spoofed_visits: spoofed,
        unverifiable_visits: unverifiable,
      }),
    ).toBe(word);
  });
});
