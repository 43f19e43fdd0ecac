import { LargeBodies } from './large-bodies.js';

afterEach(() => jest.useRealTimers());

it('gives turns one after the other, in the order in which they were asked for', async () => {
  const bodies = new LargeBodies();
  const order: string[] = [];
  const take = async (name: string) => {
    const turn = await bodies.takeTurn();
    order.push(name);
    return turn;
  };
  const first = await take('first');
  const others = [take('second'), take('third')] as const;
  await new Promise(setImmediate);
  expect(order).toEqual(['first']);
  first.end();
  (await others[0]).end();
  (await others[1]).end();
  expect(order).toEqual(['first', 'second', 'third']);
});

it('calls a turn overdue only while another body waits', async () => {
  jest.useFakeTimers({ now: 0 });
  const bodies = new LargeBodies();
  const turn = await bodies.takeTurn();
  jest.advanceTimersByTime(60_000);
  expect(turn.isOverdue()).toBe(false);
  const next = bodies.takeTurn();
  expect(turn.isOverdue()).toBe(true);
  turn.end();
  expect((await next).isOverdue()).toBe(false);
});
