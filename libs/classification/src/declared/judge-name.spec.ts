import { createClassifier } from '../classify.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { judgeName } from './judge-name.js';

const classifier = createClassifier({ cacheSize: 1 });
const without = createClassifier({
  cacheSize: 1,
  registry: BOT_REGISTRY.filter(({ provider }) => provider !== 'Anthropic'),
});

it.each([
  ['a name that begins with an operator', 'Anthropic-Qzx', 'Unknown', 'Anthropic'],
  ['the domain of an operator', 'Qzx', 'anthropic.com', 'Anthropic'],
  ['an operator that an address told', 'Qzx', 'Anthropic', 'Anthropic'],
])('a stored name gets its operator: %s', (_, name, stored, provider) => {
  const judged = { bot: null, provider, category: 'ai_unidentified' };
  expect(judgeName(classifier, name, stored)).toEqual(judged);
});

it('a stored name keeps the domain of nobody known', () => {
  const judged = { bot: null, provider: 'zorglub.dev', category: 'unidentified' };
  expect(judgeName(classifier, 'Qzx', 'zorglub.dev')).toEqual(judged);
});

it('a stored name has no operator that no row has any more', () => {
  const judged = { bot: null, provider: 'Unknown', category: 'unidentified' };
  expect(judgeName(without, 'Qzx', 'Anthropic')).toEqual(judged);
});

it('a stored name gets the category of all bots of its operator', () => {
  const judged = { bot: null, provider: 'Criteo', category: 'advertising' };
  expect(judgeName(classifier, 'Qzx', 'Criteo')).toEqual(judged);
});

it('a stored name that says what its bot is for gets that category', () => {
  expect(judgeName(classifier, 'Qzx-AI', 'Unknown').category).toBe('ai_unidentified');
  expect(judgeName(classifier, 'Qzx-Preview', 'Unknown').category).toBe('social_preview');
});
