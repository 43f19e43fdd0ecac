// What strangers write into a robots.txt, and the paths that they ask for: work is counted in
// octets, so that no test depends on the speed of a machine.
import { boundless, rulesOf } from '../test/rules-of.js';
import { Budget } from './budget.js';
import { judgePages, NOT_JUDGED } from './judge-pages.js';
import { matches, pathOf, patternOf } from './pattern.js';
import { LONGEST_LINE, MOST_RULES, readingRobots, readRobots } from './robots-text.js';
import { RuleSets } from './rule-sets.js';
import { runAtOnce, type Work } from './work.js';

const GROUP = 'User-agent: *\n';
const BYTES = 500 * 1_024;

/** Lines up to the longest text that is kept. */
function filled(head: string, line: (n: number) => string): string {
  let text = head;
  for (let n = 0; text.length < BYTES - 100; n += 1) text += line(n);
  return text;
}
const setOf = (text: string, name = 'FooBot') => new RuleSets(readRobots(text)).of({ name }).set;

/** Judges paths by a text for all bots, and counts octets and steps. */
function judged(text: string, paths: readonly (string | null)[], octets = Infinity) {
  const budget = new Budget({ octets, ms: Infinity });
  let spent = 0;
  const counted = Object.assign(budget, {
    spend: (count: number) => ((spent += count), Budget.prototype.spend.call(budget, count)),
  });
  const pages = paths.map((path, id) => ({ id, path }));
  const work = judgePages(new Map([[0, setOf(text)]]), pages, counted);
  const { result, steps } = inSteps(work);
  return { ...result, spent, steps };
}

function inSteps<Result>(work: Work<Result>): { result: Result; steps: number } {
  for (let steps = 1; ; steps += 1) {
    const step = work.next();
    if (step.done) return { result: step.value, steps };
  }
}

describe('rules beyond the limit', () => {
  const text = `User-agent: a\nDisallow: /a\n\n${filled(GROUP, (n) => `Disallow:/${n}\n`)}\nUser-agent: z\nDisallow: /z`;

  it('are counted, and their groups say nothing', () => {
    const read = readRobots(text);
    const lines = text.split('\n').filter((line) => line.startsWith('Disallow')).length;
    expect(read.leftOut).toEqual({ rules: lines - MOST_RULES, long_lines: 0 });
    expect(read.groups.map(({ rules, isCut }) => [rules.length, isCut])).toEqual([
      [1, false],
      [MOST_RULES - 1, true],
      [0, true],
    ]);
    expect(['a', 'z', 'FooBot'].map((name) => setOf(text, name).isCut)).toEqual([
      false,
      true,
      true,
    ]);
    expect(setOf(text, 'z').extent).toBe('part');
  });

  it('still end a group', () => {
    const { groups } = readRobots(`${text}\nUser-agent: y\nAllow: /`);
    expect(groups.map(({ tokens }) => tokens)).toEqual([['a'], ['*'], ['z'], ['y']]);
  });
});

it('reads the beginning of long lines, and counts them', () => {
  const long = `Disallow: /${'a'.repeat(20_000)}`;
  const { groups, leftOut } = readRobots(`${GROUP}${long}\n#${long}\n${long}`);
  expect(leftOut).toEqual({ rules: 0, long_lines: 2 });
  expect(groups[0]?.rules[0]?.pattern).toHaveLength(LONGEST_LINE - 'Disallow: '.length);
});

it('reads lines as a split at their ends does', () => {
  for (const ends of ['\n', '\r', '\r\n', '\n\r', '\r\r\n\n']) {
    const text = `User-agent: *${ends}${ends}Disallow: /a${ends}`;
    const line = text.split(/\r\n|\r|\n/).indexOf('Disallow: /a') + 1;
    expect(readRobots(text).groups[0]?.rules).toEqual([{ allow: false, pattern: '/a', line }]);
  }
});

it.each([
  ['rules', filled(GROUP, (n) => `Disallow:/${n}\n`)],
  ['groups', filled('', (n) => `User-agent: b${n}\nAllow:\n`)],
  ['empty lines', '\n'.repeat(BYTES)],
])('can pause while it reads a text of many %s', (_, text) => {
  expect(inSteps(readingRobots(text)).steps).toBeGreaterThan(text.split('\n').length / 501);
});

it.each([
  ['one long part', `/*${'a'.repeat(999)}b`],
  ['many parts', `/${'*aab'.repeat(300)}*b`],
  ['parts that are there', `/${'*a'.repeat(900)}*b`],
])('reads each octet of a path once for a pattern of %s', (_, pattern) => {
  const path = pathOf(`/${'a'.repeat(2_000)}`);
  let reads = 0;
  const octets = new Proxy(path.octets, {
    get: (target, name) => {
      if (name === 'length') return target.length;
      reads += 1;
      return target[Number(name)];
    },
  });
  const found = patternOf({ allow: false, pattern, line: 1 });
  expect(found && matches(found, { ...path, octets })).toBe(false);
  expect(reads).toBe(2_000);
});

describe('work in octets', () => {
  const LONG = `/${'a'.repeat(2_000)}`;
  const octetsOf = (pattern: string, path = LONG) =>
    judged(`${GROUP}Disallow: ${pattern}`, [path]).spent;

  it('does not depend on how many parts a pattern has, or how long they are', () => {
    const once = octetsOf('/*b');
    for (const pattern of [
      `/${'*a'.repeat(900)}*b`,
      `/*${'a'.repeat(900)}b`,
      `/${'*'.repeat(900)}b`,
    ])
      expect(octetsOf(pattern) - pattern.length).toBe(once - '/*b'.length);
  });

  it('is none for patterns with another prefix, and little for those without wildcards', () => {
    const many = (line: (n: number) => string) =>
      `${GROUP}${Array.from({ length: 9_000 }, (_, n) => line(n)).join('\n')}`;
    const spent = (text: string, path = LONG) => {
      const [one, two] = [judged(text, [path]), judged(text, [path, path])];
      return two.spent - one.spent;
    };
    const least = spent(`${GROUP}Disallow: /x`);
    expect(spent(many((n) => `Disallow: /x${n}*y`))).toBe(least);
    expect(spent(many((n) => `Disallow: /${n}`))).toBe(least);
    expect(spent(many((n) => `Disallow: /*b${n}`))).toBeGreaterThan(9_000 * 2_000);
  });

  it('pauses inside a page', () => {
    const text = `${GROUP}${Array.from({ length: 9_000 }, (_, n) => `Disallow: /*b${n}`).join('\n')}`;
    const more = judged(text, [LONG, LONG]).steps - judged(text, [LONG]).steps;
    expect(more).toBeGreaterThan(200);
  });

  it('makes the rules of a group ready once, however many sets have it', () => {
    const text = `User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n\nUser-agent: a\nUser-agent: b\n${Array.from({ length: 5_000 }, (_, n) => `Disallow: /c${n}`).join('\n')}`;
    const sets = new RuleSets(readRobots(text));
    const spentBy = (...names: string[]) => {
      const budget = new Budget({ octets: 2 ** 30, ms: Infinity });
      const chosen = names.map((name, index) => [index, sets.of({ name }).set] as const);
      runAtOnce(judgePages(new Map(chosen), [], budget));
      return 2 ** 30 - budget.left;
    };
    expect(spentBy('a', 'b') - spentBy('a')).toBeLessThan(2_000);
  });

  it('ends with the budget, and tells which pages were not judged', () => {
    const text = `${GROUP}Disallow: /0$\n${Array.from({ length: 900 }, (_, n) => `Disallow: /*b${n}`).join('\n')}`;
    const paths = Array.from({ length: 1_000 }, (_, n) => `/${n}`);
    const { unjudged, judged: found } = judged(text, paths, 5_000_000);
    const [first] = unjudged;
    expect(unjudged).toEqual([{ limit: 'work', pages: expect.any(Number) }]);
    expect(first?.pages).toBeGreaterThan(100);
    expect(first?.pages).toBeLessThan(900);
    // The first page is disallowed, and the last ones were not judged.
    expect(found.pages).toHaveLength(1 + (first?.pages ?? 0));
    expect(found.pageClasses.filter((one) => one === NOT_JUDGED)).toHaveLength(first?.pages ?? 0);
    expect(found.pages.at(-1)).toBe(999);
  });

  it('leaves out pages whose paths were not read', () => {
    const { unjudged, judged: found } = judged(`${GROUP}Disallow: /a`, ['/a', '/b', null, null]);
    expect(unjudged).toEqual([{ limit: 'path_octets', pages: 2 }]);
    expect([found.pages, found.pageClasses]).toEqual([
      [0, 2, 3],
      [1, NOT_JUDGED, NOT_JUDGED],
    ]);
  });
});

it('has one class for pages of which all sets say the same', () => {
  const text = `User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /x\nDisallow: /y`;
  const sets = new RuleSets(readRobots(text));
  const both = new Map(['a', 'b'].map((name, index) => [index, sets.of({ name }).set]));
  const pages = ['/x/1', '/x/2', '/y', '/z'].map((path, id) => ({ id, path }));
  const { judged: found } = runAtOnce(judgePages(both, pages, boundless()));
  expect(found).toMatchObject({
    ...{ pages: [0, 1, 2], pageClasses: [1, 1, 2] },
    ...{ classes: [1, 1, 2], classSets: [0, 1, 1] },
    classVerdicts: ['disallowed', 'disallowed', 'disallowed'],
  });
});

it('finds parts in a path wherever they begin', () => {
  const verdict = (pattern: string, path: string) =>
    rulesOf(`${GROUP}Disallow: ${pattern}`, 'FooBot').judge(path).verdict;
  expect(verdict('/*aab', '/aaaab')).toBe('disallowed');
  expect(verdict('/*abab*aba', '/abaababab')).toBe('allowed');
  expect(verdict('/*abab*aba', '/abaabababaaba')).toBe('disallowed');
  expect(verdict('/*aa*aa$', '/aaa')).toBe('allowed');
  expect(verdict('/*aa*aa$', '/aaaa')).toBe('disallowed');
});
