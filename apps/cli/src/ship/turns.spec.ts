import { Turns } from './turns.js';

it('gives one turn after the other, in the order in which they were asked for', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const take = async (name: string) => {
    const end = await turns.take();
    order.push(`${name} begins`);
    await new Promise(setImmediate);
    order.push(`${name} ends`);
    end();
  };
  await Promise.all(['a', 'b', 'c'].map(take));
  expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
