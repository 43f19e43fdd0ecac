import fc from 'fast-check';
import { TextTable } from './text-table.js';

interface Word {
  websiteId: number;
  time: number;
  word: string;
}

const tableOfWords = () => new TextTable<Word>(({ word }) => word);
const wordOf = (websiteId: number, word: string): Word => ({ websiteId, time: 0, word });

describe('TextTable', () => {
  it('finds what a Map finds', () => {
    const words = fc.array(
      fc.record({ websiteId: fc.nat(3), time: fc.constant(0), word: fc.string({ maxLength: 3 }) }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(words, (entries) => {
        const table = tableOfWords();
        const known = new Map<string, number>();
        for (const entry of entries) {
          const key = `${entry.websiteId} ${entry.word}`;
          expect(table.find([entry])).toEqual([known.get(key)]);
          if (known.has(key)) continue;
          known.set(key, known.size);
          table.add(entry, known.size - 1);
        }
        const keys = entries.map(({ websiteId, word }) => known.get(`${websiteId} ${word}`));
        expect(table.find(entries)).toEqual(keys);
      }),
    );
  });

  // Of so many, about ten pairs have the same hash.
  it('tells 300,000 entries apart, and knows none after they were cleared', () => {
    const table = tableOfWords();
    const mixed = (at: number) => `${Math.imul(at, 0x9e3779b1)}/${Math.imul(at, 0x85ebca6b)}`;
    const entries = Array.from({ length: 300_000 }, (_, at) => wordOf(0, `/${mixed(at)}`));
    let mistaken = 0;
    entries.forEach((entry, at) => {
      if (table.find([entry])[0] !== undefined) mistaken++;
      table.add(entry, at);
    });
    expect(mistaken).toBe(0);
    expect(table.find(entries)).toEqual(entries.map((_, at) => at));
    expect(table.find([wordOf(1, '/0/0')])).toEqual([undefined]);
    table.clear();
    expect(table.find([wordOf(0, '/0/0')])).toEqual([undefined]);
    table.add(wordOf(0, '/0/0'), 7);
    expect(table.find([wordOf(0, '/0/0')])).toEqual([7]);
  });
});
