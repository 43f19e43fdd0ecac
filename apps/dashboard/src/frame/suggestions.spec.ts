import { filterOf, suggestionsOf, valueInWords } from './suggestions.js';

const suggestions = suggestionsOf([
  { name: 'GPTBot', provider: 'OpenAI', category: 'ai_training' },
  { name: 'OpenAI', provider: 'OpenAI', category: 'ai_search' },
]);
const found = (text: string, isWhole = true) => {
  const filter = filterOf(text, suggestions, isWhole);
  return filter && [filter.name, filter.value];
};

it('offers all AI bots, all bots, and each category, provider and bot once', () => {
  expect(suggestions.map(({ text }) => text)).toEqual([
    'AI bots (all)',
    'Bots (all)',
    'AI training (category)',
    'AI search (category)',
    'OpenAI (provider)',
    'GPTBot (bot)',
    'OpenAI (bot)',
  ]);
});

it('takes a suggestion at once, and a part of one when the text is whole', () => {
  expect(found('OpenAI (bot)', false)).toEqual(['bot', 'OpenAI']);
  expect(found('gpt', false)).toBeUndefined();
  expect(found('gpt')).toEqual(['bot', 'GPTBot']);
  expect(found('openai')).toEqual(['provider', 'OpenAI']);
  expect(found('ai search')).toEqual(['category', 'ai_search']);
  expect(found('AI')).toEqual(['visitors', 'ai_bots']);
  expect(found('AI bots')).toEqual(['visitors', 'ai_bots']);
});

it('takes a path, and nothing for nothing', () => {
  expect(found(' /blog/')).toEqual(['path', '/blog/']);
  expect(found('/blog/', false)).toBeUndefined();
  expect(found('  ')).toBeUndefined();
  expect(found('nobody knows this')).toBeUndefined();
});

it('says the value of a filter as people read it', () => {
  expect(valueInWords('country', 'DE')).toBe('Germany');
  expect(valueInWords('visitors', 'ai_bots')).toBe('AI bots');
  expect(valueInWords('host', 'shop.example')).toBe('shop.example');
});
