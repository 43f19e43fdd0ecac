// A question that somebody asks of the page: where one clicks for the answer, and what it must say.
import type { Locator, Page } from 'playwright-core';
import type { Reading } from '../../../support/reports.js';
import { settled } from '../../browser/settled.js';
import type { Visitor } from '../../browser/visitor.js';

/** A click on what has this name. */
export interface Click {
  /** The name of the navigation or part that has it. */
  of: string;
  /** What it is called, or what its name begins with where the API tells it. */
  name: string | ((reading: Reading) => Promise<string>);
}

/** A filter that is typed into its field, which takes a click. */
export interface TypedFilter {
  filter: string;
}

/** What is chosen of a list that has to be opened: two clicks. */
export interface Choice {
  choose: string;
  of: string;
}

export type Step = Click | TypedFilter | Choice;

/** What the page says, in short, and the part that says it. */
export interface Answer {
  says: string;
  part: Locator;
}

export interface Question {
  asked: string;
  steps: readonly Step[];
  /** Expects the answer on the page, with the numbers of the API. */
  answer: (page: Page, reading: Reading) => Promise<Answer>;
}

/** A question, how many clicks its answer took, and what it was. */
export interface Answered {
  /** As in the name of its picture. */
  number: number;
  asked: string;
  clicks: number;
  path: string;
  says: string;
}

/** Goes the way to an answer, click by click, and returns how many they were. */
export async function follow(
  page: Page,
  visitor: Visitor,
  reading: Reading,
  steps: readonly Step[],
): Promise<number> {
  let clicks = 0;
  for (const step of steps) {
    clicks += await go(page, reading, step);
    await settled(page, visitor);
  }
  return clicks;
}

/** Says the way to an answer in words. */
export const inWords = (steps: readonly Step[]): string =>
  steps.map(stepInWords).join(', ') || 'on the overview';

function stepInWords(step: Step): string {
  if ('filter' in step) return `filter ${step.filter}`;
  if ('choose' in step) return `${step.of} → ${step.choose}`;
  return typeof step.name === 'string' ? `${step.name} (${step.of})` : `the first row (${step.of})`;
}

async function go(page: Page, reading: Reading, step: Step): Promise<number> {
  if ('filter' in step) {
    const field = page.getByLabel('Filter by AI bots, bot, provider, category or path');
    await field.click();
    await field.fill(step.filter);
    await field.press('Enter');
    return 1;
  }
  if ('choose' in step) {
    await page.getByLabel(step.of, { exact: true }).selectOption({ label: step.choose });
    return 2;
  }
  await (await clickable(page, reading, step)).click();
  return 1;
}

async function clickable(page: Page, reading: Reading, { of, name }: Click): Promise<Locator> {
  const exact = typeof name === 'string';
  const wanted = exact ? name : await name(reading);
  const place = page
    .getByRole('navigation', { name: of, exact: true })
    .or(page.getByRole('region', { name: of, exact: true }));
  const named = place
    .getByRole('link', { name: wanted, exact })
    .or(place.getByRole('button', { name: wanted, exact }))
    // A question mark is a summary, which has no role.
    .or(place.locator('summary').and(page.getByTitle(wanted, { exact })));
  // Several groups may be told in the same words, and they lead to the same kind of answer.
  return exact ? named : named.first();
}
