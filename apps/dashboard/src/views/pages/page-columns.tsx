import { type Filters, withFilter } from '../../address/address.js';
import type { Page } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import type { Column } from '../../tables/table.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';

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
        <Link
          to={{ filters: withFilter(filters, 'exact_path', path), tab: undefined, sort: undefined }}
          class="row path"
          title={asShown(path)}
        >
          {asShown(path)}
        </Link>
      ),
    },
    count('bot_visits', 'Bots'),
    count('ai_bot_visits', 'AI bots'),
    count('human_visits', 'People'),
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
