import { LeastRecent } from './least-recent.js';

const keys = (memory: LeastRecent<string>) => ['a', 'b', 'c', 'd'].filter((key) => memory.has(key));

describe('A memory of so many bytes', () => {
  it('keeps those that were asked for last, in as many bytes as it may take', () => {
    const memory = new LeastRecent<string>(10);
    memory.set('a', 'A', 4);
    memory.set('b', 'B', 4);
    expect(memory.get('a')).toBe('A');
    memory.set('c', 'C', 4);
    expect(keys(memory)).toEqual(['a', 'c']);
    memory.set('d', 'D', 9);
    expect(keys(memory)).toEqual(['d']);
  });

  it('counts a value once that is kept again', () => {
    const memory = new LeastRecent<string>(10);
    for (let time = 0; time < 5; time++) memory.set('a', `${time}`, 4);
    memory.set('b', 'B', 6);
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual(['4', 'B', undefined]);
  });

  it('does not keep what is larger than all of it, and forgets what it was before', () => {
    const memory = new LeastRecent<string>(10);
    memory.set('a', 'A', 4);
    memory.set('a', 'AA', 11);
    expect(keys(memory)).toEqual([]);
  });
});
