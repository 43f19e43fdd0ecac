import {
  providerOfSource,
  REFERRAL_SOURCES,
  referralSourceOf,
  sourcesOfProvider,
} from './referral-source.js';
import { BOT_REGISTRY } from './registry/bot-registry.js';

/** Operators of assistants that have no bot in the registry, as far as anybody knows. */
const WITHOUT_BOTS = ['Felo', 'Genspark'];

describe('referralSourceOf', () => {
  it.each([
    ['https://chatgpt.com/', 'ChatGPT'],
    ['https://chatgpt.com', 'ChatGPT'],
    ['https://chat.openai.com/c/123', 'ChatGPT'],
    ['http://www.perplexity.ai/search?q=x', 'Perplexity'],
    ['https://CLAUDE.ai/chat/1', 'Claude'],
    ['https://gemini.google.com/app', 'Gemini'],
    ['https://copilot.microsoft.com:443/', 'Copilot'],
  ])('%s is %s', (referer, source) => {
    expect(referralSourceOf(referer)).toBe(source);
  });

  it.each([
    null,
    '',
    '-',
    'chatgpt.com',
    'https://www.google.com/',
    'https://openai.com/',
    'https://notchatgpt.com/',
    'https://chatgpt.com.evil.example/',
    'https://evil.example/https://chatgpt.com/',
    'https://chatgpt.com@evil.example/',
    'android-app://com.openai.chatgpt',
  ])('%j is not a referral source', (referer) => {
    expect(referralSourceOf(referer)).toBeNull();
  });

  it('names every host once, in lower case', () => {
    const hosts = REFERRAL_SOURCES.flatMap((source) => source.hosts);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts).toEqual(hosts.map((host) => host.toLowerCase()));
    for (const { name, hosts: own } of REFERRAL_SOURCES)
      for (const host of own) expect(referralSourceOf(`https://${host}/`)).toBe(name);
  });
});

describe('the operator of an assistant', () => {
  const known = new Set<string>(BOT_REGISTRY.map(({ provider }) => provider));

  it.each(REFERRAL_SOURCES.map(({ name, provider }) => [name, provider]))(
    'of %s is %s, as the registry writes it, or has no bot there',
    (name, provider) => {
      expect([provider, known.has(provider)]).toEqual([provider, !WITHOUT_BOTS.includes(provider)]);
      expect(providerOfSource(name)).toBe(provider);
      expect(sourcesOfProvider(provider)).toContain(name);
    },
  );

  it('may have several', () => {
    expect(sourcesOfProvider('Google')).toEqual(['Gemini', 'NotebookLM']);
    expect(sourcesOfProvider('Nobody')).toEqual([]);
  });

  it('is itself when nobody knows it', () => {
    expect(providerOfSource('Assistant of tomorrow')).toBe('Assistant of tomorrow');
  });
});
