import { AccountSlots } from './account-slots.js';

const [ONE, OTHER] = [1, 2];
const PATIENT = 600_000;

/** Lets everything go on that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets an account have so much under way, and others as much', async () => {
  const slots = new AccountSlots({ most: 2, patienceMs: 0 });
  expect(await slots.enter(ONE)).toBeDefined();
  expect(await slots.enter(ONE)).toBeDefined();
  expect(await slots.enter(ONE)).toBeUndefined();
  expect(await slots.enter(OTHER)).toBeDefined();
});

it('hands a slot to those who wait for it, in their order', async () => {
  const slots = new AccountSlots({ most: 1, patienceMs: PATIENT });
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await slots.enter(ONE);
    entered.push(name);
    return leave;
  };
  const first = await enter('first');
  const [second, third] = [enter('second'), enter('third')];
  await settled();
  expect(entered).toEqual(['first']);
  first?.();
  (await second)?.();
  (await third)?.();
  expect(entered).toEqual(['first', 'second', 'third']);
  expect(await enter('fourth')).toBeDefined();
});

it('forgets who did not want to wait any longer', async () => {
  const slots = new AccountSlots({ most: 1, patienceMs: 0 });
  const leave = await slots.enter(ONE);
  expect(await slots.enter(ONE)).toBeUndefined();
  leave?.();
  expect(await slots.enter(ONE)).toBeDefined();
});

it('turns away at once what would stand in a line of more than 100', async () => {
  const slots = new AccountSlots({ most: 1, patienceMs: PATIENT });
  const leave = await slots.enter(ONE);
  const waiting = Array.from({ length: 100 }, () => slots.enter(ONE));
  expect(await slots.enter(ONE)).toBeUndefined();
  leave?.();
  for (const one of waiting) (await one)?.();
});
