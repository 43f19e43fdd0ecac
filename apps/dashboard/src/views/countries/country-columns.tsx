import { type Address, withFilter } from '../../address/address.js';
import type { DataOf } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { countryInWords } from '../../words/countries.js';
import { partOf } from '../../words/numbers.js';
import { countColumns, type DimensionCount } from '../dimension-columns.js';

export type Country = DataOf<'/api/v1/websites/{id}/countries'>['countries'][number];
type CountryColumn = Column<Country> & { sort?: 'country' | DimensionCount };

interface CountryTable {
  /** Visits of all countries. */
  all: number;
  /** Whether people are told from other visitors with a browser. */
  isJudged: boolean;
}

/** The columns of the table of countries. */
export function countryColumns(
  { filters }: Address,
  { all, isJudged }: CountryTable,
): CountryColumn[] {
  const [visits, ...others] = countColumns<Country>(isJudged);
  return [
    {
      id: 'country',
      title: texts.common.country,
      sort: 'country',
      cell: ({ country }) =>
        country === null ? (
          texts.countries.notKnown
        ) : (
          <Link
            to={{
              ...{ view: undefined, tab: undefined, sort: undefined },
              filters: withFilter(filters, 'country', country),
            }}
            class="row"
          >
            {countryInWords(country)} <small>{country}</small>
          </Link>
        ),
    },
    ...(visits ? [visits] : []),
    {
      ...{ id: 'share', title: texts.common.share, kind: 'number' },
      cell: ({ total_visits: visits }) => partOf(visits, all),
    },
    ...others,
  ];
}
