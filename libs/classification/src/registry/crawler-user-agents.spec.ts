import { checkRows } from '@app/testing';
import patterns from 'crawler-user-agents';
import { classify } from '../classify.js';

/**
 * crawler-user-agents is a list of bots that many people maintain (MIT). Every user agent in it
 * must be a bot here too, except for patterns that are wrong or that people's programs match.
 */
const LEFT_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  ['the build of an Android system, on many telephones', ['AP3A\\.240617\\.008']],
  ['a page inside an app that a person drives', ['MetaIAB Facebook']],
  ['an editor with a browser inside, which people use, too', ['Code\\/1\\.']],
  ['a browser of the Mac', ['Fluid']],
  ['a browser with one word more', ['YLT Chrome']],
  ['says nothing about itself', ['Bushbaby', 'TSM-turingos']],
]);

const leftOut = new Set([...LEFT_OUT.values()].flat());

describe('crawler-user-agents', () => {
  it('finds a bot in every user agent of every pattern', () =>
    checkRows(
      patterns.filter(({ pattern }) => !leftOut.has(pattern)),
      ({ instances }) =>
        expect(instances.filter((agent) => classify(agent).kind === 'human')).toEqual([]),
      ({ pattern }) => pattern,
    ));

  it('still has the patterns that are left out', () => {
    const known = new Set(patterns.map(({ pattern }) => pattern));
    expect([...leftOut].filter((pattern) => !known.has(pattern))).toEqual([]);
  });

  it('names more than nine in ten', () => {
    const agents = patterns.flatMap(({ instances }) => instances.slice(0, 1));
    const named = agents.filter((agent) => {
      const verdict = classify(agent);
      return verdict.kind !== 'human' && verdict.bot.id > 9;
    });
    expect(named.length / agents.length).toBeGreaterThan(0.9);
  });
});
