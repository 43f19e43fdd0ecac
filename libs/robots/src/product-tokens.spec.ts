import { type NamedBot, productTokens } from './product-tokens.js';

it.each<[NamedBot, string[]]>([
  [{ name: 'GPTBot', agentTokens: ['GPTBot'] }, ['GPTBot']],
  [{ name: 'Claude Code', agentTokens: ['claude-code/', 'claude-code'] }, ['claude-code']],
  [{ name: 'AI2Bot' }, ['AI2Bot']],
  [{ name: 'Unidentified bot' }, []],
  [{ name: 'panscient.com', agentTokens: ['panscient.com'] }, ['panscient']],
  [{ name: 'Googlebot-Image' }, ['Googlebot-Image', 'Googlebot']],
  [{ name: 'Applebot' }, ['Applebot', 'Googlebot']],
  [{ name: '*' }, []],
  [{ name: '' }, []],
])('addresses %j as %j', (bot, tokens) => {
  expect(productTokens(bot)).toEqual({ tokens, isOnlyNamed: false });
});

it('knows bots that take no rules but those by their name', () => {
  expect(productTokens({ name: 'AdsBot-Google' }).isOnlyNamed).toBe(true);
});
