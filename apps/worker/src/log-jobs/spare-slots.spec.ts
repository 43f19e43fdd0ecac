import { mayLook } from './spare-slots.js';

describe('a worker with eight slots looks for jobs that come first', () => {
  it.each([
    ['while later ones hold all slots', { all: 8, later: 8, spare: 0 }, true],
    [
      'while later ones hold some of them, and no slot is free',
      { all: 8, later: 1, spare: 0 },
      true,
    ],
    ['until its spare slots are taken', { all: 10, later: 8, spare: 2 }, false],
    ['but not while a slot is free', { all: 7, later: 7, spare: 0 }, false],
    ['but not while only such jobs are under way', { all: 8, later: 0, spare: 0 }, false],
  ])('%s', (_, held, looks) => {
    expect(mayLook(held, 8)).toBe(looks);
  });
});
