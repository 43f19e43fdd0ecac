import type { Asked, Page } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

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
  of?: 'aiBots' | 'everybody';
  /** Which pages it has, where the API cannot be asked for them alone. */
  has?: (page: Page) => boolean;
  empty: string;
}

const { bots, ai, unread, people, automation } = texts.pages.tabs;

export const PAGE_TABS: readonly [PageTab, ...PageTab[]] = [
  {
    tab: undefined,
    ...bots,
    query: {},
    sort: 'bot_visits',
  },
  {
    tab: 'ai',
    ...ai,
    query: { ai: 'some', sort: 'ai_bot_visits' },
    sort: 'ai_bot_visits',
    of: 'aiBots',
  },
  {
    tab: 'unread',
    ...unread,
    query: { ai: 'none', sort: 'human_visits' },
    sort: 'human_visits',
    of: 'aiBots',
  },
  {
    tab: 'people',
    ...people,
    query: { sort: 'people_visits' },
    sort: 'people_visits',
    of: 'everybody',
    has: (page) => page.people_visits !== 0,
  },
  {
    tab: 'automation',
    ...automation,
    query: { sort: 'automation_visits' },
    sort: 'automation_visits',
    of: 'everybody',
    has: (page) => page.automation_visits !== 0,
  },
];

/** Returns the tab that an address names, or the first one. */
export function pageTabOf(name: string | undefined): PageTab {
  return PAGE_TABS.find(({ tab }) => tab === name) ?? PAGE_TABS[0];
}
