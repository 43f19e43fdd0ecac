// Questions about AI companies: what they read, what for, and whom they send.
import type { PageEntry, ProviderEntry } from '@app/contracts';
import { currentAddress } from '../../browser/address.js';
import {
  readLandings,
  readProviders,
  readSummary,
  type Reading,
} from '../../../support/reports.js';
import { inFull, panel } from '../numbers.js';
import type { Question } from './question.js';
import {
  columns,
  countIn,
  expectChange,
  named,
  numberIn,
  readData,
  shownRows,
  view,
} from './shown.js';

const COMPANIES = 'AI companies';
const COMPARED = 'compare=previous';
/** What the page calls the purposes of bots. */
const PURPOSES: Readonly<Record<string, string>> = {
  ...{ ai_training: 'AI training', ai_search: 'AI search', ai_assistant: 'AI assistant' },
  ...{ ai_agent: 'AI agent', ai_data_provider: 'AI data provider' },
};

export const ABOUT_AI: readonly Question[] = [
  {
    asked: 'How much did AI bots read, and what changed?',
    steps: [],
    answer: async (page, reading) => {
      const { ai_bot_visits, compared, previous } = await readSummary(reading, COMPARED);
      const part = panel(page, 'AI bots');
      expect(await part.locator('.figure').innerText()).toBe(inFull(ai_bot_visits));
      const change = await part.locator('.change').innerText();
      const now = compared?.ai_bot_visits ?? NaN;
      const before = previous?.ai_bot_visits ?? NaN;
      expectChange(change, now, before);
      expect(change).toContain(`from ${inFull(before)} in the same hours before`);
      return { part, says: `${inFull(ai_bot_visits)} visits, ${change}` };
    },
  },
  {
    asked: 'How much did each AI company read, and how did it change from the days before?',
    steps: [view('AI')],
    answer: async (page, reading) => {
      const { providers } = await readProviders(reading, COMPARED);
      const part = panel(page, COMPANIES);
      const rows = await shownRows(part.getByRole('table').first());
      expect(providers.length).toBeGreaterThan(3);
      expect(rows.map(({ Company, Reads }) => [Company, countIn(Reads)])).toEqual(
        providers.map(({ provider, reads }) => [provider, inFull(reads)]),
      );
      for (const [at, { compared, previous }] of providers.entries())
        expectChange(rows[at]?.Reads, compared?.reads ?? NaN, previous?.reads ?? NaN);
      await part.getByText(/Changes are from the same hours before\./).waitFor();
      return { part, says: saidOf(columns(rows, 'Company', 'Reads')) };
    },
  },
  {
    asked: 'Which pages did ChatGPT send people to?',
    steps: [{ filter: 'OpenAI' }, view('AI')],
    answer: async (page, reading) => {
      expect(await currentAddress(page)).toContain('provider=OpenAI');
      const { landings } = await readLandings(reading, 'provider=OpenAI&only=content&limit=50');
      const all = await readLandings(reading, 'only=content&limit=50');
      const part = panel(page, 'Pages in AI answers');
      const rows = columns(await shownRows(part.getByRole('table')), 'Page', 'Visitors sent');
      expect(rows).toEqual(landings.map(({ path, sent_visits: sent }) => [path, inFull(sent)]));
      // Other assistants sent people, too, and they are none of these.
      expect(sentIn(all.landings)).toBeGreaterThan(sentIn(landings));
      await part.getByText('those of OpenAI only').waitFor();
      return { part, says: saidOf(rows) };
    },
  },
  {
    asked: 'How many reads for each visitor that an AI company sent back?',
    steps: [view('AI')],
    answer: async (page, reading) => {
      const { providers } = await readProviders(reading, COMPARED);
      const part = panel(page, COMPANIES);
      const rows = columns(
        await shownRows(part.getByRole('table').first()),
        ...['Company', 'Reads for each'],
      );
      expect(rows).toEqual(
        providers.map(({ provider, reads_per_sent_visit: each }) => [provider, inFull(each)]),
      );
      const [first] = providers;
      const ratio = (first?.reads ?? NaN) / (first?.sent_visits ?? NaN);
      expect(Math.abs(numberIn(rows[0]?.[1] ?? '') - ratio)).toBeLessThanOrEqual(0.5);
      return { part, says: saidOf(rows) };
    },
  },
  {
    asked: 'Does OpenAI read for training, for search or for answers?',
    steps: [view('AI'), { of: COMPANIES, name: 'OpenAI' }],
    answer: async (page, reading) => {
      const { providers } = await readProviders(reading, COMPARED);
      const company = providers.find(({ provider }) => provider === 'OpenAI') as ProviderEntry;
      const part = panel(page, COMPANIES);
      const rows = await shownRows(part.getByRole('table').first());
      const purposes = ['Training', 'Search', 'Assistants'];
      const [shown] = columns(
        rows.filter(({ Company }) => Company === 'OpenAI'),
        ...purposes,
      );
      expect(shown).toEqual(
        [company.training_reads, company.search_reads, company.assistant_reads].map(inFull),
      );
      const bots = await shownRows(part.getByRole('table', { name: 'The bots of OpenAI' }));
      expect(columns(bots, 'Bot', 'Visits')).toEqual(
        company.bots.map(({ name, category, visits }) => [
          ...[named(name, PURPOSES[category]), inFull(visits)],
        ]),
      );
      expect(new Set(company.bots.map(({ category }) => category)).size).toBeGreaterThan(2);
      return { part, says: purposes.map((one, at) => `${one} ${shown?.[at]}`).join(', ') };
    },
  },
  {
    asked: 'Which pages do AI bots read most, without robots.txt and CSS?',
    steps: [view('Pages'), { of: 'Which pages', name: 'Read by AI' }],
    answer: async (page, reading) => {
      const query = 'ai=some&sort=ai_bot_visits&limit=50';
      const pages = await pagesOf(reading, `${query}&only=content`);
      const part = panel(page, 'Pages');
      const rows = columns(await shownRows(part.getByRole('table')), 'Page', 'AI bots');
      expect(rows).toEqual(pages.map(({ path, ai_bot_visits: ai }) => [path, inFull(ai)]));
      // They are left out of this list, and not missing in the log.
      const paths = (await pagesOf(reading, query)).map(({ path }) => path);
      expect(paths).toContain('/robots.txt');
      expect(
        rows.map(([path]) => path).filter((path) => /\.(?:txt|css|js)$/.test(`${path}`)),
      ).toEqual([]);
      return { part, says: saidOf(rows) };
    },
  },
  {
    asked: 'Which pages does AI never read?',
    steps: [view('Pages'), { of: 'Which pages', name: 'Never read by AI' }],
    answer: async (page, reading) => {
      const query = 'ai=none&sort=human_visits&limit=50&only=content';
      const pages = await pagesOf(reading, query);
      expect(pages.length).toBeGreaterThan(0);
      const part = panel(page, 'Pages');
      const shown = await shownRows(part.getByRole('table'));
      const rows = columns(shown, 'Page', 'Browsers', 'AI bots');
      expect(rows).toEqual(pages.map((one) => [one.path, inFull(one.human_visits), '0']));
      return { part, says: saidOf(rows) };
    },
  },
];

async function pagesOf(reading: Reading, query: string): Promise<PageEntry[]> {
  const path = `/websites/${reading.id}/pages?${query}`;
  return (await readData<{ pages: PageEntry[] }>(reading, path)).pages;
}

const sentIn = (pages: readonly { sent_visits: number }[]): number =>
  pages.reduce((sum, { sent_visits: sent }) => sum + sent, 0);

/** The first rows, in short. */
export const saidOf = (rows: readonly string[][]): string =>
  [...rows.slice(0, 3).map((row) => row.join(' ')), ...(rows.length > 3 ? ['…'] : [])].join('; ');
