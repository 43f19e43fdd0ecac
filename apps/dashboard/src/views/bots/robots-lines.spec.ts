import { robotsLines } from './robots-lines.js';

it('asks a bot by its name', () => {
  expect(robotsLines({ name: 'GPTBot', category: 'ai_training' })).toBe(
    'User-agent: GPTBot\nDisallow: /',
  );
  expect(robotsLines({ name: 'AI2Bot', category: 'ai_training' })).toContain('AI2Bot\n');
});

it.each([
  ['Unidentified bot', 'unidentified'],
  ['curl', 'http_client'],
  ['Disguised browser', 'disguised'],
  ['Two words', 'seo'],
  ['Evil\nAllow: /', 'seo'],
  ['*', 'seo'],
  ['', 'seo'],
])('has no lines for %j of %s', (name, category) => {
  expect(robotsLines({ name, category })).toBeUndefined();
});
