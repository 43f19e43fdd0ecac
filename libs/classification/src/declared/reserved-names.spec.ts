import fc from 'fast-check';
import { BOT_CATEGORIES } from '@app/contracts';
import { classify, createClassifier } from '../classify.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { judgeName } from './judge-name.js';
import { reportedBot } from './with-declared-name.js';

const ADDED: RegisteredBot = {
  id: 900_001,
  slug: 'quuxle-probe',
  name: 'Quuxle Probe',
  provider: 'Quuxle Industries',
  category: 'monitoring',
  documentation: null,
  tokens: ['quuxle-check'],
  examples: ['quuxle-check/1.0'],
};

const classifier = createClassifier({ cacheSize: 1, registry: [...BOT_REGISTRY, ADDED] });
const { isReserved } = classifier.knownNames();

/** The name under which reports show the bot of a user agent. */
const nameOf = (userAgent: string) => reportedBot(classifier.classify(userAgent))?.name;
const UNNAMED = 'Unidentified bot';

describe('a declared name is not shown when it looks like', () => {
  it.each([
    ['a row that names no bot', 'Vulnerability scanner'],
    ['a row that names no bot, written in another way', 'Attack_Text/2.0'],
    ['the row of all others', 'unidentified.bot'],
    ['a known bot in two words', 'Claude Bot'],
    ['a known bot with marks between its letters', 'Claude-B.o.t/1.0'],
    ['a known bot with a digit for a letter', 'G00glebot'],
    ['a known bot with a one for an l', 'Goog1ebot/2.1'],
    ['a known bot with a one for an i', 'B1ngbot/2.0'],
    ['a known bot with rn for an m', 'Arnazonbot/0.1'],
    ['a known bot with a number behind it', 'GPTBot2'],
    ['a known bot with a number before it', '7GPTBot'],
    ['a known bot behind an article', 'The Claude Bot'],
    ['a known bot that says that it is the true one', 'Claude Bot Official'],
    ['a known bot in wide letters', 'Ｇｏｏｇｌｅｂｏｔ/2.1'],
    ['a known bot in letters of mathematics', '𝐆𝐨𝐨𝐠𝐥𝐞𝐛𝐨𝐭/2.1'],
    ['a known bot with accents', 'Goóglebôt/2.1'],
    ['a known bot with combining marks', 'G\u0336oo\u0301glebot/2.1'],
    ['a known bot with an apostrophe inside', "Google'bot/2.1"],
    ['a known bot with a letter of another script behind it', 'Claude Bot Ж/1'],
    ['a known bot with a hidden character behind it', 'Claude Bot \u200b/1'],
    ['the domain of a known bot', 'Mozilla/5.0 (compatible; +https://claude.bot/)'],
    ['the domain of an operator', 'Mozilla/5.0 (compatible; +https://www.openai.com/)'],
    ['an operator', 'Anthropic/1.0'],
    ['an operator with a digit for a letter', '0penAI'],
    ['an assistant that people come from', 'C1aude/3'],
    ['a browser of people', 'Fire Fox/131.0'],
    ['a browser of people with a digit for a letter', 'Chr0me bot'],
    ['a browser of people with two words', 'Sarnsung 1nternet'],
    ['a category', 'AI-training'],
    ['a category and the word bot', 'Search engine bot'],
    ['what reports call visitors', 'AI b0t'],
    ['what reports call people', 'Peop1e'],
    ['a name of the file of the operator', 'Quux1e Probe'],
    ['a token of the file of the operator', 'Quuxle Ch3ck/3'],
    ['an operator of the file of the operator', 'Quuxle Industr1es'],
  ])('%s: %s', (_, userAgent) => {
    expect(nameOf(userAgent)).toBe(UNNAMED);
  });

  it.each(BOT_CATEGORIES)('the category %s', (category) => {
    expect(isReserved(category)).toBe(true);
    expect(isReserved(category.replaceAll('_', ' ').toUpperCase())).toBe(true);
  });
});

describe('a declared name is shown', () => {
  it.each([
    ['Zorglub/1.0', 'Zorglub'],
    ['Zorglub Scanner 2', 'Zorglub Scanner'],
    ['ClaudeHelper/1.0', 'ClaudeHelper'],
    ['Googlewatch Bot', 'Googlewatch Bot'],
    ['360Zorglub/2', '360Zorglub'],
    ['Mozilla/5.0 (compatible; +https://www.zorglub.co.uk/)', 'zorglub.co.uk'],
  ])('%s', (userAgent, name) => {
    expect(nameOf(userAgent)).toBe(name);
  });

  it('of a bot that only the file of an operator knows, where that file is not used', () => {
    expect(reportedBot(classify('Quux1e Probe'))?.name).toBe('Quux1e Probe');
  });
});

it.each([
  ['GPTBOT/1.2', 'GPTBot'],
  ['claudebot', 'ClaudeBot'],
  ['Mozilla/5.0 (compatible; GOOGLEBOT/2.1)', 'Googlebot'],
  ['QUUXLE-CHECK/2.0', 'Quuxle Probe'],
])('a known bot in other case stays known: %s', (userAgent, name) => {
  expect(nameOf(userAgent)).toBe(name);
});

it('no way of writing a known name makes another bot of it', () => {
  const digits: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', e: '3', s: '5' };
  const names = BOT_REGISTRY.map(({ name }) => name).filter((name) => /^[ -~]+$/.test(name));
  const written = fc
    .tuple(fc.constantFrom(...names), fc.infiniteStream(fc.nat({ max: 11 })))
    .map(([name, choices]) =>
      [...name]
        .map((letter) => {
          const choice = Number(choices.next().value);
          if (choice === 0) return `${letter}-`;
          if (choice === 1) return letter.toUpperCase();
          if (choice === 2) return `${letter}\u0301`;
          return choice < 6 ? (digits[letter.toLowerCase()] ?? letter) : letter;
        })
        .join(''),
    );
  fc.assert(
    fc.property(written, (name) => {
      expect(isReserved(name)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

describe('a stored name', () => {
  it.each([
    ['that is reserved now is the row of all others', 'Claude Bot', 1],
    ['that a row has now is that row', 'quuxle-check', 900_001],
    ['of a bot that nobody knows stays', 'Zorglub', null],
  ])('%s', (_, name, id) => {
    expect(judgeName(classifier, name, 'zorglub.dev').bot).toBe(id);
  });
});
