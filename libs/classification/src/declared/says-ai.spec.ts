import { declaredBot } from './declared-bot.js';
import { saysAi } from './says-ai.js';

it.each([
  'zorglub-ai',
  'ZorglubAI-Fetcher',
  'MyZorglubAIScraperBot',
  'AIZorglubBot',
  'ai2zorglub',
  'AI Zorglub',
  'Zorglub AI Crawl',
])('%s says that it is for AI', (name) => {
  expect(saysAi(name)).toBe(true);
});

it.each([
  ['an ending of domains', 'zorglub.ai'],
  ['a part of a domain', 'ai.zorglub.dev'],
  ['a part of a word', 'AidZorglub'],
  ['a part of a word at its end', 'zorglubai'],
  ['a part of a word in capitals', 'RAID-Zorglub'],
  ['a beginning of a word in capitals', 'AIM-Zorglub'],
  ['a part of a word in both', 'ZorglubAider'],
  // Right too seldom, or tried too seldom.
  ['another word', 'Zorglub-GPT'],
  ['a common word', 'Zorglub-Agent'],
  ['a word of people', 'Zorglub-User'],
])('%s is not the word: %s', (_, name) => {
  expect(saysAi(name)).toBe(false);
});

it('counts as AI only where no other word says what the bot is for', () => {
  expect(declaredBot('Zorglub-AI/1.0')?.category).toBe('ai_unidentified');
  expect(declaredBot('Zorglub-AI-Monitor/1.0')?.category).toBe('monitoring');
});
