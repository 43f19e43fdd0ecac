// Questions about bots: which are real, which keep to the rules, and who gets errors.
import type { RobotsReport, StatusEntry } from '@app/contracts';
import { readBots, readSummary } from '../../../support/reports.js';
import { inFull, panel } from '../numbers.js';
import { saidOf } from './about-ai.js';
import type { Question } from './question.js';
import { columns, expectRounded, named, readData, shownRows, tab, view } from './shown.js';

export const ABOUT_BOTS: readonly Question[] = [
  {
    asked: 'Which bots are fake?',
    steps: [view('Trust')],
    answer: async (page, reading) => {
      const bots = await readBots(reading, 'verification=spoofed');
      expect(bots.length).toBeGreaterThan(1);
      const part = panel(page, 'Claimed bots');
      const rows = columns(await shownRows(part.getByRole('table')), 'Claimed bot', 'Spoofed');
      expect(rows).toEqual(
        bots.map(({ name, provider, visits }) => [
          ...[named(name, provider === name ? '' : provider), inFull(visits)],
        ]),
      );
      const all = bots.reduce((sum, { visits }) => sum + visits, 0);
      const figures = panel(page, 'Verified').locator('.figure');
      expect(await figures.first().innerText()).toBe(inFull(all));
      return { part, says: saidOf(bots.map(({ name, visits }) => [name, inFull(visits)])) };
    },
  },
  {
    asked: 'Is this GPTBot real?',
    steps: [view('Bots')],
    answer: async (page, reading) => {
      const [bot] = await readBots(reading, 'bot=GPTBot');
      const part = panel(page, 'Bots');
      const row = part.getByRole('row', { name: /^GPTBot/ });
      const shown = await row.locator('.verdict [aria-hidden=true]').innerText();
      const { verified_visits: real = 0, spoofed_visits: fake = 0 } = bot ?? {};
      const open = bot?.unverifiable_visits ?? 0;
      expect(fake).toBeGreaterThan(0);
      const [share = '', ...others] = shown.split(' · ');
      expect(others).toEqual([`${fake} fake`, ...(open > 0 ? [`${open} unknown`] : [])]);
      expect(share).toMatch(/^[\d.]+% real$/);
      expectRounded(share, (100 * real) / (real + fake + open));
      await row.scrollIntoViewIfNeeded();
      return { part, says: `GPTBot: ${shown}` };
    },
  },
  {
    asked: 'Who gets errors: people, AI bots, other bots, or scanners?',
    steps: [view('Pages'), tab('Pages', 'Responses')],
    answer: async (page, reading) => {
      const { status_codes: statuses } = await readSummary(reading);
      const part = panel(page, 'Who got errors');
      const rows = columns(await shownRows(part.getByRole('table')), 'Who', 'Errors', 'Visits');
      expect(rows).toEqual(
        Object.entries(VISITORS).map(([who, of]) => [who, ...errorsAndVisits(statuses, of)]),
      );
      return {
        part,
        says: rows.map(([who, errors, all]) => `${who} ${errors} of ${all}`).join(', '),
      };
    },
  },
  {
    asked: 'Which bots do not obey robots.txt?',
    steps: [view('Trust'), tab('Trust', 'Robots.txt')],
    answer: async (page, reading) => {
      const { bots } = await readData<RobotsReport>(reading, `/websites/${reading.id}/robots`);
      // What came under a false name is not the bot's.
      const own = (bot: (typeof bots)[number]) =>
        bot.disallowed_visits - bot.disallowed_spoofed_visits;
      const strays = bots.filter((bot) => own(bot) > 0);
      expect([strays.length > 1, strays.length < bots.length]).toEqual([true, true]);
      const part = panel(page, 'Who keeps to it');
      const verdict = await part.locator('.verdict-line').innerText();
      const all = strays.reduce((sum, bot) => sum + own(bot), 0);
      expect(verdict).toContain(
        `${strays.length} of ${bots.length} bots made ${inFull(all)} visits to pages`,
      );
      const rows = columns(await shownRows(part.getByRole('table')), 'Bot', 'Not allowed');
      expect(rows).toEqual(
        bots.map(({ name, disallowed_visits: visits }) => [...[named(name), inFull(visits)]]),
      );
      return { part, says: verdict };
    },
  },
];

type Of = (status: StatusEntry) => number;

/** Who is told apart, as the page calls them. */
const VISITORS: Readonly<Record<string, Of>> = {
  Browsers: ({ visits, bot_visits: bots }) => visits - bots,
  'AI bots': ({ ai_bot_visits: ai }) => ai,
  'Other bots': (one) => one.bot_visits - one.ai_bot_visits - one.scanner_visits,
  'Security scanners': ({ scanner_visits: scanners }) => scanners,
};

function errorsAndVisits(statuses: readonly StatusEntry[], of: Of): string[] {
  const sum = (some: readonly StatusEntry[]) => some.reduce((all, one) => all + of(one), 0);
  return [sum(statuses.filter(({ status_code: code }) => code >= 400)), sum(statuses)].map(inFull);
}
