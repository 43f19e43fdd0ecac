import { type FilterName, type Filters, withFilter } from '../../address/address.js';
import type { Bot } from '../../api/types.js';
import { Sparkline } from '../../charts/sparkline.js';
import { Link } from '../../parts/link.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { momentInShort, momentInWords } from '../../words/dates.js';
import { inFull, partOf } from '../../words/numbers.js';
import type { Group } from '../largest-groups.js';
import { Verdict } from './verdict.js';

/** The columns of the API by which bots can be sorted here. */
type Sort =
  | 'name'
  | 'provider'
  | 'category'
  | 'visits'
  | 'pages_visited'
  | 'error_visits'
  | 'first_seen'
  | 'last_seen';
type BotColumn = Column<Bot> & { sort?: Sort };

interface BotTable {
  filters: Filters;
  /** Whether days are those of a time zone: then pages are not counted. */
  isZoned: boolean;
  /** Visits of all bots of the table. */
  total: number;
  /** Visits over time by bot; undefined while they are under way. */
  trends: readonly Group[] | undefined;
}

/** The columns of the table of bots. */
export function botColumns({ filters, isZoned, total, trends }: BotTable): BotColumn[] {
  const { path, exact_path, verification, host, country } = filters;
  const isOfDimension = host !== undefined || country !== undefined;
  // With these filters, the API does not count when a bot came, and cannot sort by it.
  const hasTimes =
    !isOfDimension && [path, exact_path, verification].every((one) => one === undefined);
  const hasPages = !isZoned && !isOfDimension;
  const hasErrors = filters.verification === undefined;
  const byName = new Map(trends?.map(({ name, series }) => [name, series]));
  return [
    {
      id: 'name',
      title: texts.common.bot,
      sort: 'name',
      cell: ({ name, declared }) => (
        <Link to={{ filters: withFilter(filters, 'bot', name), sort: undefined }} class="row">
          {name}
          {declared && <small>{texts.bots.columns.byItsOwnName}</small>}
        </Link>
      ),
    },
    filterColumn('provider', texts.common.provider, filters),
    filterColumn('category', texts.common.category, filters),
    number('visits', texts.common.visits, ({ visits }) => inFull(visits)),
    {
      id: 'share',
      title: texts.common.share,
      kind: 'number',
      weight: 6,
      cell: ({ visits }) => partOf(visits, total),
    },
    ...(hasPages ? [{ ...number('pages_visited', texts.common.pages, pagesOf), weight: 5 }] : []),
    ...(hasErrors ? [{ ...number('error_visits', texts.common.errors, errorsOf), weight: 8 }] : []),
    {
      id: 'verified',
      title: texts.common.verified,
      weight: 9,
      cell: (bot) => <Verdict of={bot} />,
    },
    ...(hasTimes
      ? [
          moment('first_seen', texts.common.firstInPeriod),
          moment('last_seen', texts.common.lastInPeriod),
        ]
      : []),
    {
      id: 'trend',
      title: texts.bots.columns.trend,
      weight: 4,
      cell: ({ name }) => {
        const values = byName.get(name);
        return values && <Sparkline values={values} tone="bots" />;
      },
    },
  ];
}

function number(sort: Sort, title: string, cell: (bot: Bot) => string): BotColumn {
  return { id: sort, title, kind: 'number', sort, cell };
}

const known = (count: number | null): string => (count === null ? '–' : inFull(count));
const pagesOf = ({ pages_visited: pages }: Bot): string => known(pages);
const errorsOf = ({ error_visits: errors }: Bot): string => known(errors);

function moment(sort: 'first_seen' | 'last_seen', title: string): BotColumn {
  return {
    id: sort,
    title,
    kind: 'number',
    sort,
    weight: sort === 'last_seen' ? 2 : 1,
    cell: ({ [sort]: time }) =>
      time && (
        <time dateTime={time} title={texts.common.inUtc(momentInWords(time))}>
          {momentInShort(time)}
        </time>
      ),
  };
}

/** A column whose cells are filters, too. */
function filterColumn(
  name: Extract<FilterName & Sort, 'provider' | 'category'>,
  title: string,
  filters: Filters,
): BotColumn {
  return {
    id: name,
    title,
    sort: name,
    weight: name === 'category' ? 7 : 3,
    cell: ({ [name]: value }) => (
      <Link to={{ filters: withFilter(filters, name, value) }} class="over" title={value}>
        {name === 'category' ? categoryInWords(value) : value}
      </Link>
    ),
  };
}
