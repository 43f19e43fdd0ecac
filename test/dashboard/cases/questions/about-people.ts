// Questions about people: how many came, how sure that is, and who is not taken for one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentAddress } from '../../browser/address.js';
import { readAutomation, readSummary, readVisitors } from '../../../support/reports.js';
import { inFull, panel } from '../numbers.js';
import type { Question } from './question.js';
import { columns, inOneLine, shownRows, view } from './shown.js';

const QUESTION = { of: 'People', name: 'What this means, and how sure it is' };
const HOW = 'How we count people';
const EXPLAINED = join(import.meta.dirname, '../../../../docs/how-we-count-people.md');

export const ABOUT_PEOPLE: readonly Question[] = [
  {
    asked: 'How many people came, and how sure is that?',
    steps: [QUESTION],
    answer: async (page, reading) => {
      const { people_visits: people, undecided_visits: undecided } = await readSummary(reading);
      const part = panel(page, 'People');
      expect(await part.locator('.figure').innerText()).toBe(inFull(people));
      const detail = await part.locator('.detail').innerText();
      expect(detail).toContain(`+${inFull(undecided)} undecided`);
      const { days } = await readVisitors(reading);
      const today = new Date().toISOString().slice(0, 10);
      const over = days.flatMap(({ date, people_visitors: of }) =>
        date < today && of !== null ? [of] : [],
      );
      const visitors = await part.locator('.visitors').innerText();
      expect(visitors).toBe(`about ${inFull(medianOf(over))} visitors a day`);
      await part.getByText(/^How sure: .* one or two of a hundred people/).waitFor();
      return { part, says: `${inFull(people)} visits, ${detail}, ${visitors}, and how sure` };
    },
  },
  {
    asked: 'What is a person?',
    steps: [QUESTION, { of: 'People', name: HOW }],
    answer: async (page) => {
      await page.getByRole('heading', { name: HOW, level: 1 }).waitFor();
      expect(await currentAddress(page)).toMatch(/\/docs\/how-we-count-people$/);
      const part = page.getByRole('main');
      const words = inOneLine(await part.innerText());
      // It has every figure of the document about how sure that is.
      const [, told = ''] = readFileSync(EXPLAINED, 'utf8').split('## How sure it is');
      const figures = told.split('\n##')[0]?.match(/(?<=\| +)\d[^|]*(?= +\|)/g) ?? [];
      expect(figures.length).toBeGreaterThan(10);
      for (const figure of figures) expect(words).toContain(figure.trim());
      expect(words).toContain('People did clearly what readers do.');
      return { part: page.getByRole('heading', { level: 1 }), says: `the page “${HOW}”` };
    },
  },
  {
    asked: 'Why is this counted as automation?',
    steps: [
      view('People'),
      {
        of: 'Automation, and why',
        name: async (reading) => (await readAutomation(reading, 'limit=50'))[0]?.text ?? '',
      },
    ],
    answer: async (page, reading) => {
      const [group] = await readAutomation(reading, 'limit=50');
      const part = panel(page, 'Automation, and why').locator('tbody').first();
      const table = part.getByRole('table', { name: 'What these visitors were judged by' });
      const rows = columns(await shownRows(table), 'Judged by', 'Visitors', 'Weight');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(([, visitors, weight]) => [visitors, weight])).toEqual(
        group?.reasons.map(({ visitors, weight }) => [
          ...[inFull(visitors), weight > 0 ? `+${weight}` : `${weight}`],
        ]),
      );
      const words = await part.innerText();
      for (const text of [group?.agents[0]?.user_agent, group?.networks[0]?.network])
        expect(words).toContain(text);
      return { part, says: `${group?.text} ${rows[0]?.[0]}` };
    },
  },
];

function medianOf(counts: readonly number[]): number {
  const sorted = [...counts].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.slice(middle - (sorted.length % 2 === 0 ? 1 : 0), middle + 1);
  return sorted.length % 2 === 0 ? Math.round((low + high) / 2) : low;
}
