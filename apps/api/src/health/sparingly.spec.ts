import { sparingly } from './sparingly.js';

let time: number;
let done: number;
let ask: () => Promise<number>;
beforeEach(() => {
  time = 0;
  done = 0;
  ask = sparingly(
    async () => ++done,
    () => time,
  );
});

const askOften = async (times: number) => {
  for (let i = 0; i < times; i++) await ask();
};

it('does the work for every call while there are few', async () => {
  for (let second = 0; second < 10; second++) {
    for (let i = 0; i < 5; i++) expect(await ask()).toBe(done);
    time += 1_000;
  }
  expect(done).toBe(50);
});

it('does it ten times a second while there are many', async () => {
  await askOften(300);
  expect(done).toBe(10);
  for (let tenth = 0; tenth < 100; tenth++) {
    time += 100;
    await askOften(30);
  }
  expect(done).toBe(10 + 100);
});

it('gives what is a tenth of a second old at most', async () => {
  await askOften(300);
  time += 99;
  expect(await ask()).toBe(10);
  time += 1;
  expect(await ask()).toBe(11);
});

it('does it again after it has failed', async () => {
  const fail = sparingly(
    async () => {
      done++;
      throw new Error('no');
    },
    () => time,
  );
  for (let i = 0; i < 20; i++) await expect(fail()).rejects.toThrow('no');
  expect(done).toBe(10);
  time += 1_000;
  await expect(fail()).rejects.toThrow('no');
  expect(done).toBe(11);
});
