import type { Asked, Page } from '../../api/types.js';

type PagesQuery = NonNullable<Asked<'/api/v1/websites/{id}/pages'>['query']>;

/** One way to look at the pages. */
export interface PageTab {
  /** In the address, as `tab=`; the first one has none. */
  tab: string | undefined;
  title: string;
  /** What the API is asked for in addition to days and filters. */
  query: Pick<PagesQuery, 'ai' | 'sort'>;
  /** Of the column by which it is sorted, in the words of the API. */
  sort: 'bot_visits' | 'ai_bot_visits' | 'human_visits' | 'people_visits' | 'automation_visits';
  /** Whom it is about whatever bots are chosen; undefined where a filter by bot changes it. */
  of?: 'all AI bots' | 'all visitors';
  /** Which pages it has, where the API cannot be asked for them alone. */
  has?: (page: Page) => boolean;
  empty: string;
}

const OTHER_DAYS = 'Choose other days, or take a filter away.';

export const PAGE_TABS: readonly [PageTab, ...PageTab[]] = [
  {
    tab: undefined,
    title: 'Read by bots',
    query: {},
    sort: 'bot_visits',
    empty: `No page was read in these days with these filters. ${OTHER_DAYS}`,
  },
  {
    tab: 'ai',
    title: 'Read by AI',
    query: { ai: 'some', sort: 'ai_bot_visits' },
    sort: 'ai_bot_visits',
    of: 'all AI bots',
    empty: `No AI bot read a page in these days. ${OTHER_DAYS}`,
  },
  {
    tab: 'unread',
    title: 'Never read by AI',
    query: { ai: 'none', sort: 'human_visits' },
    sort: 'human_visits',
    of: 'all AI bots',
    empty: 'AI bots read every page that anybody opened in these days.',
  },
  {
    tab: 'people',
    title: 'Read by people',
    query: { sort: 'people_visits' },
    sort: 'people_visits',
    of: 'all visitors',
    has: ({ people_visits: people }) => people !== 0,
    empty: `No visit of these pages is known to be of a person. “Read by bots” has all pages, with all visits of browsers. ${OTHER_DAYS}`,
  },
  {
    tab: 'automation',
    title: 'Read by automation',
    query: { sort: 'automation_visits' },
    sort: 'automation_visits',
    of: 'all visitors',
    has: ({ automation_visits: automation }) => automation !== 0,
    empty: `No visit of these pages is known to be of a program that says that it is a browser. ${OTHER_DAYS}`,
  },
];

/** Returns the tab that an address names, or the first one. */
export function pageTabOf(name: string | undefined): PageTab {
  return PAGE_TABS.find(({ tab }) => tab === name) ?? PAGE_TABS[0];
}
