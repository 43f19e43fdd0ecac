import type { Filters } from '../../address/address.js';
import type { Page } from '../../api/types.js';
import { PathLink } from '../../parts/path-link.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';

/** The columns of the API by which pages can be sorted here. */
type Sort =
  | 'path'
  | 'bot_visits'
  | 'automation_visits'
  | 'ai_bot_visits'
  | 'people_visits'
  | 'human_visits'
  | 'error_visits'
  | 'spoofed_visits';

interface PageColumn extends Column<Page> {
  sort: Sort;
  /** The number that it shows, for bars. */
  countOf?: (page: Page) => number;
}

interface PageTable {
  filters: Filters;
  /** The column by which pages are sorted by default. It always has room. */
  usual: string;
  /** Whether only visits of a verification are counted, by which errors and people are not known. */
  isOfVerification: boolean;
  /** Whether people and automation are told from other visitors with a browser. */
  isJudged: boolean;
}

/** The columns of the table of pages. */
export function pageColumns(table: PageTable): PageColumn[] {
  const { filters, usual, isOfVerification } = table;
  const isJudged = table.isJudged && !isOfVerification;
  const count = (sort: Exclude<Sort, 'path'>, title: string, weight: number): PageColumn => ({
    ...{ id: sort, title, sort, kind: 'number' },
    ...(sort !== usual && { weight }),
    cell: ({ [sort]: visits }) => (visits === null ? '–' : inFull(visits)),
    countOf: ({ [sort]: visits }) => visits ?? 0,
  });
  return [
    {
      id: 'path',
      title: texts.common.page,
      sort: 'path',
      cell: ({ path }) => (
        <PathLink path={path} filters={filters} to={{ tab: undefined, sort: undefined }} />
      ),
    },
    count('bot_visits', texts.common.bots, 5),
    ...(isJudged ? [count('automation_visits', texts.common.automation, 2)] : []),
    count('ai_bot_visits', texts.common.aiBots, 7),
    ...(isJudged ? [count('people_visits', texts.common.people, 6)] : []),
    count('human_visits', texts.common.browsers, isJudged ? 3 : 6),
    ...(isOfVerification ? [] : [count('error_visits', texts.common.errors, 4)]),
    count('spoofed_visits', texts.common.spoofed, 1),
  ];
}
