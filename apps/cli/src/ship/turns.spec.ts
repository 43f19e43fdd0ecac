import { Turns } from './turns.js';

it('gives one turn after the other, in the order in which they were asked for', async () => {
  const order: string[] = [];
  const turns = new Turns(() => order.push('collected'));
  const take = async (name: string, bytes: number) => {
    const end = await turns.take();
    order.push(`${name} begins`);
    await new Promise(setImmediate);
    order.push(`${name} ends`);
    end(bytes);
  };
  await Promise.all([take('a', 600_000), take('b', 600_000), take('c', 600_000)]);
  const turnOf = (name: string) => [`${name} begins`, `${name} ends`];
  expect(order).toEqual([...turnOf('a'), ...turnOf('b'), 'collected', ...turnOf('c')]);
});
