import type { CoverageFacts, DisobedienceOfBot, Rule, RuleOf } from '@app/alerts';
import type { Logger } from '@app/observability';
import type { Pool } from '@app/storage';
import { coverageOf, type CoverageQuestion } from './coverage.js';
import { disobedienceOf } from './disobedience.js';
import type { Looks, Question } from './looks.js';

/** So much of a minute is for these facts. */
const LOOKING_MS = 2_500;

/** Facts that take too long to be read every minute. They are read now and then, one after another. */
export class SlowFacts {
  private readonly disobedience: ReturnType<typeof disobedienceOf>;
  private readonly coverage: ReturnType<typeof coverageOf>;

  constructor(pool: Pool, logger: Logger) {
    this.disobedience = disobedienceOf(pool, logger);
    this.coverage = coverageOf(pool, logger);
  }

  /**
   * Reads what is due, with pauses. What is left has its turn in a later minute. What took longest
   * the last time comes last, so that websites with much to read do not keep the others waiting.
   */
  async *look(
    rules: readonly { rule: Rule; websiteId: number }[],
    now: number,
  ): AsyncGenerator<void> {
    const begun = performance.now();
    const disobeyed = rules.filter(({ rule }) => rule.kind === 'robots_disobeyed');
    const covered = rules.flatMap(({ rule, websiteId }) =>
      rule.kind === 'coverage_below' ? [questionOf(rule, websiteId)] : [],
    );
    const looks = [
      ...looksAt(this.disobedience, disobeyed, now),
      ...looksAt(this.coverage, covered, now),
    ].sort((a, b) => a.tookMs - b.tookMs);
    for (const { look } of looks) {
      if (performance.now() - begun >= LOOKING_MS) return;
      await look();
      yield;
    }
  }

  disobedienceOf(websiteId: number, now: number): readonly DisobedienceOfBot[] | undefined {
    return this.disobedience.of({ websiteId }, now);
  }

  coverageOf(
    rule: RuleOf<'coverage_below'>,
    websiteId: number,
    now: number,
  ): CoverageFacts | undefined {
    return this.coverage.of(questionOf(rule, websiteId), now);
  }

  /** Forgets all other websites. */
  keepOnly(websites: ReadonlySet<number>): void {
    for (const looks of [this.disobedience, this.coverage]) looks.keepOnly(websites);
  }
}

const questionOf = (
  { bot, category }: RuleOf<'coverage_below'>,
  websiteId: number,
): CoverageQuestion => ({ websiteId, bot, category });

function looksAt<Asked extends Question, Value>(
  looks: Looks<Asked, Value>,
  all: readonly Asked[],
  now: number,
): { tookMs: number; look: () => Promise<void> }[] {
  return looks.due(all, now).map((asked) => ({
    tookMs: looks.tookMs(asked),
    look: () => looks.look(asked, now),
  }));
}
