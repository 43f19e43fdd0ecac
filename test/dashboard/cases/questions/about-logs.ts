// Questions about the logs: whether they arrive, and from where visits come.
import type { CountryEntry, FeedHealthReport, HostEntry, Live } from '@app/contracts';
import { readSummaries } from '../../../support/reports.js';
import { inFull, panel } from '../numbers.js';
import { saidOf } from './about-ai.js';
import type { Question } from './question.js';
import { columns, countIn, inOneLine, named, readData, shownRows, tab, view } from './shown.js';

const clock: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'UTC' },
};
const inShort = new Intl.DateTimeFormat('en-GB', clock);
const withYear = new Intl.DateTimeFormat('en-GB', { ...clock, year: 'numeric' });
const countries = new Intl.DisplayNames('en-GB', { type: 'region' });

export const ABOUT_LOGS: readonly Question[] = [
  {
    asked: 'Do my logs arrive?',
    steps: [view('Sources')],
    answer: async (page, reading) => {
      const path = `/websites/${reading.id}/feeds`;
      const { feeds } = await readData<{ feeds: FeedHealthReport[] }>(reading, path);
      const [feed] = feeds;
      expect(feeds.map((one) => one.feed)).toEqual(['custom']);
      const part = panel(page, 'Log source custom');
      const verdict = await part.locator('.verdict-line').innerText();
      const entries = feed?.last_24_hours.entries ?? NaN;
      expect(verdict).toContain(`It works: ${inFull(entries)} entries in the last 24 hours.`);
      const facts = await part.locator('.facts').innerText();
      const last = withYear.format(new Date(feed?.last_delivery ?? NaN));
      expect(inOneLine(facts)).toContain(`Last delivery (UTC) ${last}`);
      const rows = columns(await shownRows(part.getByRole('table').first()), '24 hours', '30 days');
      expect(rows[0]).toEqual(
        [feed?.last_24_hours.deliveries ?? NaN, feed?.last_30_days.deliveries ?? NaN].map(inFull),
      );
      return { part, says: `${verdict.split('. ')[0]}; last delivery ${last}` };
    },
  },
  {
    asked: 'Which hosts do visits come for?',
    steps: [view('Sources'), tab('Sources', 'Hosts')],
    answer: async (page, reading) => {
      const path = `/websites/${reading.id}/hosts`;
      const { hosts } = await readData<{ hosts: HostEntry[] }>(reading, path);
      expect(hosts.length).toBeGreaterThan(1);
      const part = panel(page, 'Hosts');
      const rows = columns(await shownRows(part.getByRole('table')), 'Host', 'Visits');
      expect(rows).toEqual(hosts.map((one) => [one.host, inFull(one.total_visits)]));
      return { part, says: saidOf(rows) };
    },
  },
  {
    asked: 'Which countries do visits come from?',
    steps: [view('Sources'), tab('Sources', 'Countries')],
    answer: async (page, reading) => {
      const path = `/websites/${reading.id}/countries`;
      const told = (await readData<{ countries: CountryEntry[] }>(reading, path)).countries;
      expect(told.length).toBeGreaterThan(3);
      const part = panel(page, 'Countries');
      const rows = columns(await shownRows(part.getByRole('table')), 'Country', 'Visits');
      expect(rows).toEqual(
        told.map(({ country, total_visits: visits }) => [
          ...[country ? `${countries.of(country)} ${country}` : 'Not known', inFull(visits)],
        ]),
      );
      return { part, says: saidOf(rows) };
    },
  },
  {
    asked: 'What happens right now?',
    steps: [tab('Overview', 'Live')],
    answer: async (page, reading) => {
      const { minutes, bots } = await readData<Live>(reading, `/websites/${reading.id}/live`);
      const sum = (count: 'human_visits' | 'bot_visits') =>
        inFull(minutes.reduce((all, { [count]: visits }) => all + (visits ?? 0), 0));
      const part = panel(page, 'The last thirty minutes');
      const said = await part.locator('.summary').first().innerText();
      expect(said).toMatch(
        new RegExp(
          `^${sum('human_visits')} visits? of browsers and ${sum('bot_visits')} visits? of bots`,
        ),
      );
      expect(bots.length).toBeGreaterThan(1);
      const table = panel(page, 'Bots of these minutes').getByRole('table');
      const rows = columns(await shownRows(table), 'Bot', 'Visits');
      expect(rows).toEqual(bots.map(({ name, visits }) => [named(name), inFull(visits)]));
      return { part, says: `${said.split('.')[0]}, of ${bots.length} bots` };
    },
  },
  {
    asked: 'Which of my websites do AI bots read most, and when did its log last arrive?',
    steps: [{ of: 'Website', choose: 'All websites' }],
    answer: async (page, reading) => {
      const { websites } = await readSummaries(reading, 'compare=previous');
      const part = panel(page, 'All websites');
      const shown = await shownRows(part.getByRole('table'));
      const rows = columns(shown, 'Website', 'AI bots', 'Last delivery').map(
        ([website, ai, last]) => [website, countIn(ai), last],
      );
      const most = [...websites].sort((one, other) => other.total_visits - one.total_visits);
      expect(rows).toEqual(
        most.map(({ domain, ai_bot_visits: ai, last_delivery: last }) => [
          ...[domain, inFull(ai), last ? inShort.format(new Date(last)) : 'none yet'],
        ]),
      );
      const byAi = [...websites].sort((one, other) => other.ai_bot_visits - one.ai_bot_visits);
      const [first] = rows;
      expect(first?.[0]).toBe(byAi[0]?.domain);
      return { part, says: `${first?.[0]}: ${first?.[1]} visits of AI bots, last ${first?.[2]}` };
    },
  },
];
