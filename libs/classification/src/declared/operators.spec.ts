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
  row('Webble', 'WebbleOne', { category: 'ai_search' }),
  row('Webble', 'WebbleTwo', { category: 'ai_search' }),
  row('Wobble', 'WobbleTrainer', { category: 'ai_training' }),
  row('Wabble', 'WabbleTrainer', { category: 'ai_training' }),
  row('Wabble', 'WabbleAds', { category: 'advertising' }),
  row('Wubble', 'WubbleOne', { category: 'seo' }),
  row('Wubble', 'WubbleTwo', { category: 'seo' }),
  row('Wubble', 'WubbleAds', { category: 'advertising' }),
  row('Unknown', 'NobodysBot'),
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
  ['with two bots of one category', 'Mozzik', 'seo'],
  ['with two bots for AI, each in its own way', 'Wibble', 'ai_unidentified'],
  ['with two bots for AI in one way', 'Webble', 'ai_search'],
  ['with one bot', 'Quuxle', undefined],
  ['with one bot for AI', 'Wobble', undefined],
  ['with bots for AI and for something else', 'Wabble', undefined],
  ['with bots for two other things', 'Wubble', undefined],
  ['without a row', 'Zorglub', undefined],
  ['that is nobody', 'Unknown', undefined],
])('the next bot of an operator %s: %s is %s', (_, provider, category) => {
  expect(operators.categoryOf(provider)).toBe(category);
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
    ['Criteo-Qzx/1.0', 'Criteo-Qzx | Criteo | advertising'],
    ['Qzx/1.0 (+https://www.stripe.com)', 'Qzx | Stripe | webhook'],
    ['LAION-Qzx/1.0', 'LAION-Qzx | LAION | ai_training'],
    // What the name says comes before what the operator does.
    ['Criteo-AI-Qzx/1.0', 'Criteo-AI-Qzx | Criteo | ai_unidentified'],
    ['Criteo-Qzx-Monitor', 'Criteo-Qzx-Monitor | Criteo | monitoring'],
    // One bot says nothing of the next.
    ['Groq-Qzx/1.0', 'Groq-Qzx | Groq | unidentified'],
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
    expect(classify('LAION-Qzx/1.0')).toMatchObject({ kind: 'ai_bot', bot: { id: 1 } });
    expect(classify('Criteo-AI-Qzx/1.0')).toMatchObject({ kind: 'ai_bot', bot: { id: 1 } });
    expect(classify('Criteo-Qzx/1.0')).toMatchObject({ kind: 'bot', bot: { id: 1 } });
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
    [
      'Criteo-Qzx-Crawler/1.0',
      [
        'it says that it is of Criteo',
        'its category is only concluded: all known bots of Criteo are advertising',
      ],
    ],
    ['Criteo-AI-Crawler/1.0', ['it says that it is of Criteo', 'its name says AI']],
    ['Criteo-Feed-Crawler/1.0', ['it says that it is of Criteo']],
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
