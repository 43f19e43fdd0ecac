import { StepChain } from './step-chain.js';

const timesOf = () => {
  const names: string[] = [];
  return { names, observe: ({ step }: { step: string }) => void names.push(step) };
};

it('gives each step what the one before returned, and times each under its name', async () => {
  const times = timesOf();
  const chain = StepChain.of<number>(times)
    .step('double', (value) => 2 * value)
    .step('wait', async (value) => Promise.resolve(value + 1))
    .step('tell', (value) => `it is ${value}`);
  expect(await chain.run(20)).toBe('it is 41');
  expect(times.names).toEqual(['double', 'wait', 'tell']);
});

it.each([
  ['throws', () => broken()],
  ['rejects', async () => Promise.reject(new Error('broken'))],
])('names the step that %s, times it, and runs none behind it', async (_, fail) => {
  const times = timesOf();
  const chain = StepChain.of<number>(times)
    .step('first', (value) => value)
    .step('second', fail)
    .step('third', () => 'too far');
  expect(await chain.run(1)).toEqual({
    ...{ kind: 'failed', step: 'second', error: new Error('broken') },
  });
  expect(times.names).toEqual(['first', 'second']);
});

it('changes no chain that it makes longer', async () => {
  const short = StepChain.of<number>(undefined).step('one', (value) => value + 1);
  const long = short.step('two', (value) => value + 1);
  expect([await short.run(1), await long.run(1)]).toEqual([2, 3]);
});

function broken(): number {
  throw new Error('broken');
}
