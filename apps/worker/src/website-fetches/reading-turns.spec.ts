import { ReadingTurns } from './reading-turns.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('lets one reader after the other go on, with a rest before each of them', async () => {
  const turns = new ReadingTurns();
  const wentOn: string[] = [];
  const read = async (name: string) => {
    for (;;) {
      await turns.rest();
      wentOn.push(name);
    }
  };
  for (const name of ['a', 'b', 'c']) void read(name);
  const after: string[] = [];
  for (let times = 0; times < 5; times += 1) {
    await jest.advanceTimersByTimeAsync(5);
    after.push(wentOn.join(''));
  }
  expect(after).toEqual(['a', 'ab', 'abc', 'abca', 'abcab']);
});

it('makes nobody wait for who does not read any more', async () => {
  const turns = new ReadingTurns();
  let isOver = false;
  void turns.rest().then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(5);
  expect([isOver, jest.getTimerCount()]).toEqual([true, 0]);
});
