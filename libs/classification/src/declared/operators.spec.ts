import { classify } from '../classify.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { operatorsOf } from './operators.js';

let nextId = 900_000;
const row = (
  provider: string,
  name: string,
  more: Partial<Pick<RegisteredBot, 'category' | 'documentation' | 'examples'>> = {},
): RegisteredBot => ({
  ...{ id: nextId++, slug: name.toLowerCase(), name, provider, tokens: [name] },
  ...{ category: 'seo', documentation: null, examples: [], ...more },
});
const at = (documentation: string, examples: string[] = []) => ({ documentation, examples });

const operators = operatorsOf([
  row('Quuxle', 'QuuxBot', at('https://docs.quuxle.example/bot')),
  row('Blorp Industries', 'BlorpBot', at('https://help.blorp.example/bot')),
  row('Mozzik', 'One', at('https://pages.elsewhere.example/one')),
  row('Mozzik', 'Two', at('https://pages.elsewhere.example/two')),
  row('Frobnik', 'Three', at('https://once.example/three')),
  row('Frobnik', 'Four', { examples: ['Four/1.0 (+https://frobnik.example)'] }),
  row('Frobnik', 'Five', { examples: ['Five/1.0 (+https://forum.example)'] }),
  row('Shared One', 'SharedBot', at('https://shared.example/a')),
  row('Shared Two', 'SharedCrawler', at('https://shared.example/b')),
  row('Unknown', 'HobbyBot', at('https://hobby.example/')),
  row('Common', 'CommonBot'),
  row('Common Sense Ltd.', 'Common-Sense-Bot'),
  row('X', 'X-Bot'),
  row('Toolbox', 'toolbox', { category: 'http_client' }),
  row('Wibble', 'WibbleTrainer', { category: 'ai_training' }),
  row('Wibble', 'WibbleSearch', { category: 'ai_search' }),
  row('Wobble', 'WobbleTrainer', { category: 'ai_training' }),
  row('Wabble', 'WabbleTrainer', { category: 'ai_training' }),
  row('Wabble', 'WabbleAds', { category: 'advertising' }),
]);

describe('the operator of a name', () => {
  it.each([
    ['Quuxle-Preview', 'Quuxle'],
    ['quuxle_preview', 'Quuxle'],
    ['QUUXLE Preview', 'Quuxle'],
    ['Blorp-Industries-Test', 'Blorp Industries'],
    ['Common-Sense-Ltd.-Bot2', 'Common Sense Ltd.'],
  ])('%s begins with it', (name, operator) => {
    expect(operators.of(name, undefined)).toBe(operator);
  });

  it.each([
    ['is only the beginning of a word', 'QuuxlePreview'],
    ['is not at the beginning', 'Not-Quuxle-Preview'],
    ['is a part of it', 'Blorp-Preview'],
    ['begins the bot of somebody else', 'Common-Preview'],
    ['has one letter', 'X-Preview'],
    ['is a program that anybody runs', 'Toolbox-Preview'],
    ['belongs to nobody', 'Unknown-Preview'],
    ['is all of the name', 'Quuxle'],
  ])('is unknown where it %s: %s', (_, name) => {
    expect(operators.of(name, undefined)).toBeUndefined();
  });

  it('is not told by its beginning where the user agent has the address of somebody', () => {
    expect(operators.of('Quuxle-Preview', 'zorglub.dev')).toBeUndefined();
    expect(operators.of('Quuxle-Preview', 'blorp.example')).toBe('Blorp Industries');
  });
});

describe('the operator of a domain', () => {
  it.each([
    ['is called like the operator', 'quuxle.example', 'Quuxle'],
    ['is called like a part of it', 'blorp.example', 'Blorp Industries'],
    ['has pages of several of its bots', 'elsewhere.example', 'Mozzik'],
    ['is in an example and called like it', 'frobnik.example', 'Frobnik'],
  ])('is known where it %s', (_, domain, operator) => {
    expect(operators.of('Zorglub', domain)).toBe(operator);
  });

  it.each([
    ['has one page and another name', 'once.example'],
    ['is only in an example', 'forum.example'],
    ['has pages of two operators', 'shared.example'],
    ['has the page of a bot of nobody known', 'hobby.example'],
    ['is in no row', 'zorglub.dev'],
  ])('is unknown where it %s', (_, domain) => {
    expect(operators.of('Zorglub', domain)).toBeUndefined();
  });
});

it.each([
  ['with two bots for AI', 'Wibble', true],
  ['with one bot', 'Wobble', false],
  ['with a bot for something else', 'Wabble', false],
  ['without a row', 'Zorglub', false],
])('an operator %s is for AI: %s', (_, provider, isForAi) => {
  expect(operators.isForAi(provider)).toBe(isForAi);
});

describe('in the registry of the release', () => {
  /** What a user agent declares, as `name | provider | category`. */
  const declaredBy = (userAgent: string): string | undefined => {
    const verdict = classify(userAgent);
    const declared = verdict.kind === 'human' ? undefined : verdict.declared;
    return declared && `${declared.name} | ${declared.provider} | ${declared.category}`;
  };

  it.each([
    ['Mozilla/5.0 (compatible; Google-QZX)', 'Google-QZX | Google | unidentified'],
    ['meta-externalqzx/1.1', 'meta-externalqzx | Meta | unidentified'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Anthropic-Qzx/1.0; +https://www.anthropic.com)',
      'Anthropic-Qzx | Anthropic | ai_unidentified',
    ],
    ['Qzx-Fetcher/1.0 (+https://www.anthropic.com)', 'Qzx-Fetcher | Anthropic | ai_unidentified'],
    ['OpenAI-Qzx/1.0', 'OpenAI-Qzx | OpenAI | ai_unidentified'],
    ['Cloudflare-Qzx-Monitor', 'Cloudflare-Qzx-Monitor | Cloudflare | monitoring'],
    ['Open-Qzx/1.0', 'Open-Qzx | Unknown | unidentified'],
    ['Link-Qzx/1.0', 'Link-Qzx | Unknown | unidentified'],
    ['Uptime-Qzx/1.0', 'Uptime-Qzx | Unknown | monitoring'],
    ['MetaQzx/1.0', 'MetaQzx | Unknown | unidentified'],
    ['GoogleQzxClone/1.0', 'GoogleQzxClone | Unknown | unidentified'],
    ['Google-Qzx/1.0 (+https://zorglub.dev)', 'Google-Qzx | zorglub.dev | unidentified'],
    ['Qzx/1.0 (+https://github.com/qzx/qzx)', 'Qzx | github.com | unidentified'],
    ['Qzx/1.0 (+https://bit.ly/qzx)', 'Qzx | bit.ly | unidentified'],
    // Whoever says no more than the operator wants to be taken for it.
    ['Anthropic-Bot/1.0', undefined],
  ])('%s', (userAgent, declared) => {
    expect(declaredBy(userAgent)).toBe(declared);
  });

  it('makes an AI bot of a declared name, and leaves the row', () => {
    expect(classify('Anthropic-Qzx/1.0')).toMatchObject({ kind: 'ai_bot', bot: { id: 1 } });
    expect(classify('Google-Qzx/1.0')).toMatchObject({ kind: 'bot', bot: { id: 1 } });
  });

  it.each([
    ['Zorglub-Crawler/1.0', []],
    ['Google-Qzx-Crawler/1.0', ['it says that it is of Google']],
    ['Zorglub-AI-Crawler/1.0', ['its name says AI']],
    [
      'Anthropic-Qzx-Crawler/1.0',
      ['it says that it is of Anthropic', 'all known bots of Anthropic are for AI'],
    ],
  ])('the verdict on %s gives the reasons', (userAgent, said) => {
    const reason = ['a word that only bots use for themselves', ...said].join('; ');
    expect(classify(userAgent).reason).toBe(reason);
  });

  it.each([
    ...['github.com', 'google.com', 'bit.ly', 'example.com', 'archive.org'],
    ...['sourceforge.net', 'datadome.co', 'forms.gle', 'pypi.org', 'bitbucket.org'],
  ])('%s, where many have pages, is of no operator', (domain) => {
    expect(operatorsOf(BOT_REGISTRY).of('Qzx', domain)).toBeUndefined();
  });
});
