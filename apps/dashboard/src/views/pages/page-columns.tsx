import type { Filters } from '../../address/address.js';
import type { Page } from '../../api/types.js';
import { PathLink } from '../../parts/path-link.js';
import type { Column } from '../../tables/table.js';
import { inFull } from '../../words/numbers.js';

/** The columns of the API by which pages can be sorted here. */
type Sort =
  'path' | 'bot_visits' | 'ai_bot_visits' | 'human_visits' | 'error_visits' | 'spoofed_visits';

interface PageColumn extends Column<Page> {
  sort: Sort;
  /** The number that it shows, for bars. */
  countOf?: (page: Page) => number;
}

/** The columns of the table of pages. */
export function pageColumns(filters: Filters): PageColumn[] {
  // Errors are not counted by verification.
  const hasErrors = filters.verification === undefined;
  return [
    {
      id: 'path',
      title: 'Page',
      sort: 'path',
      cell: ({ path }) => (
        <PathLink path={path} filters={filters} to={{ tab: undefined, sort: undefined }} />
      ),
    },
    count('bot_visits', 'Bots'),
    count('ai_bot_visits', 'AI bots'),
    count('human_visits', 'Browsers'),
    ...(hasErrors ? [{ ...count('error_visits', 'Errors'), isExtra: true }] : []),
    { ...count('spoofed_visits', 'Spoofed'), isExtra: true },
  ];
}

function count(sort: Exclude<Sort, 'path'>, title: string): PageColumn {
  return {
    ...{ id: sort, title, sort, kind: 'number' },
    cell: ({ [sort]: visits }) => (visits === null ? '–' : inFull(visits)),
    countOf: ({ [sort]: visits }) => visits ?? 0,
  };
}
