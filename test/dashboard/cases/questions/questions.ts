// Every question begins on the overview, and is answered after at most two clicks.
import type { Reading } from '../../../support/reports.js';
import { shoot } from '../../browser/accessibility.js';
import { signedIn } from '../../browser/sign-in.js';
import { Visitor } from '../../browser/visitor.js';
import { openView, type Stage } from '../../stage.js';
import { ABOUT_AI } from './about-ai.js';
import { ABOUT_BOTS } from './about-bots.js';
import { ABOUT_LOGS } from './about-logs.js';
import { ABOUT_PEOPLE } from './about-people.js';
import { ABOUT_THE_ACCOUNT } from './about-the-account.js';
import { type Answered, follow, inWords } from './question.js';
import { seed } from './seed.js';

const QUESTIONS = [
  ...ABOUT_PEOPLE,
  ...ABOUT_AI,
  ...ABOUT_BOTS,
  ...ABOUT_LOGS,
  ...ABOUT_THE_ACCOUNT,
].map((question, at) => ({ ...question, number: at + 1 }));
const MOST_CLICKS = 2;
const VIEWPORT = { width: 1440, height: 900 };

export function questions(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const answered: Answered[] = [];
  let storageState: Awaited<ReturnType<typeof signedIn>>;

  beforeAll(async () => {
    const { browser, system, tenant } = stage();
    await seed(stage(), reading());
    storageState = await signedIn(browser, system.base, tenant.apiKey);
  });
  afterAll(() => console.log(inTable(answered)));

  it.each(QUESTIONS)('$number. $asked', async ({ number, asked, steps, answer }) => {
    const { browser, system } = stage();
    const options = { storageState, viewport: VIEWPORT };
    const visitor = await Visitor.come(browser, system.base, options);
    const page = await openView(stage(), visitor);
    const clicks = await follow(page, visitor, reading(), steps);
    const { says, part } = await answer(page, reading());
    expect(await part.isVisible()).toBe(true);
    // The header stays in sight, and would lie over what it was scrolled past.
    await page.evaluate('scrollTo(0, 0)');
    await shoot(page, `question-${`${number}`.padStart(2, '0')}`);
    answered.push({ number, asked, clicks, path: inWords(steps), says });
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  });
}

/** The questions, with the clicks to their answers, and what was answered. */
function inTable(rows: readonly Answered[]): string {
  const lines = rows.map(({ number, asked, clicks, path, says }) => [
    `${number} ${asked}`,
    `${clicks}: ${path}`,
    says,
  ]);
  const widths = [0, 1].map((at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .join('\n');
}
