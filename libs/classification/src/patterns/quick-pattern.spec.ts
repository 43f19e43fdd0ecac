import fc from 'fast-check';
import { BOT_SIGNS } from '../bot-signs/bot-signs.js';
import { ISBOT_PATTERN } from '../bot-signs/isbot-patterns.js';
import { APP_SIGNS, NETWORK_STACK_SIGNS, PLATFORM_SIGNS } from '../human/app-signs.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { alternativesOf } from './pattern-source.js';
import { quickTest } from './quick-pattern.js';
import { requiredTexts } from './required-texts.js';

const texts = (pattern: RegExp) => requiredTexts(pattern.source);

describe('the texts that a pattern requires', () => {
  it.each([
    ['each alternative has one', /bots?\b|crawl(?:er)?/, ['bot', 'bots', 'crawl', 'crawler']],
    [
      'short ones are made longer by classes and groups',
      /\b(?:s[cg]h|gt)-\w+/,
      ['sch-', 'sgh-', 'gt-'],
    ],
    [
      'digits are told apart',
      /tm[0-2]\d?x/,
      ['tm0', 'tm1', 'tm2'].map(() => expect.any(String) as string),
    ],
    ['what may be missing is none', /(?:optional)?x/, undefined],
    ['what may come often ends one', /abc+defg/, ['cdefg']],
    ['what must not follow is none', /abc(?!defghi)/, ['abc']],
    ['escapes are characters', /a\/b\.c/, ['a/b.c']],
    ['one alternative without a text spoils all', /crawler|\d+/, undefined],
    ['a reference is none', /("|')\1/, undefined],
  ])('%s', (what, pattern, required) => {
    if (what.startsWith('digits')) {
      expect(texts(pattern)?.every((text) => /^tm[0-2]\d?x$/.test(text))).toBe(true);
    } else expect(texts(pattern)).toEqual(required);
  });

  it('are those of each alternative, whatever stands in groups and classes', () => {
    expect(alternativesOf(String.raw`a|(?:b|c)|[|]|\||d`)).toEqual([
      ...['a', '(?:b|c)', '[|]', String.raw`\|`, 'd'],
    ]);
  });
});

describe('a quick test', () => {
  const signs = [...BOT_SIGNS, ...APP_SIGNS, ...PLATFORM_SIGNS, ...NETWORK_STACK_SIGNS];
  const patterns = [...signs.map(({ pattern }) => pattern), ISBOT_PATTERN];
  const tests = patterns.map((pattern) => ({ pattern, quick: quickTest(pattern) }));
  const agents = BOT_REGISTRY.flatMap(({ examples }) => examples);

  const differences = (text: string) =>
    tests.filter(({ pattern, quick }) => pattern.test(text) !== quick(text));

  it('says what the pattern says, of every user agent of the registry', () =>
    expect(agents.filter((agent) => differences(agent).length > 0)).toEqual([]));

  it('says what the pattern says, of any pieces of user agents', () => {
    const words = [...new Set(agents.join(' ').split(/(?<=[ ;/(])/))];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })), { maxLength: 25 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.boolean(), (agent, isLower) => {
        expect(differences(isLower ? agent.toLowerCase() : agent)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('forgets no text and remembers none, however many were read in between', () => {
    const quick = quickTest(/unheardword|another(?:thing)?/);
    for (let count = 0; count < 70_000; count++) quick(`${count} without it`);
    expect(['an unheardword', 'UnheardWord', 'nothing', 'anotherthing'].map(quick)).toEqual([
      ...[true, false, false, true],
    ]);
  });
});
