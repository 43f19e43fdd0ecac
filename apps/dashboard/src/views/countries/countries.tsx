import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { knowledgeOf } from '../../words/people.js';
import { AboutPeople } from '../about-people.js';
import { chosenSort } from '../chosen-sort.js';
import { askedComparison, withComparison } from '../comparison.js';
import type { ViewProps } from '../view.js';
import { countryColumns } from './country-columns.js';
import { NotTold } from './not-told.js';

/** There are about 250 countries, so one answer has all of them. */
const ALL = 1_000;
const FIRST_ROWS = 50;

/** The countries that visits came from, as the senders of the logs know them. */
export function Countries(props: ViewProps) {
  const { address, website, shared } = props;
  const [isWhole, showWhole] = useState(false);
  const sort = chosenSort(countryColumns(address, { all: 0, isJudged: true }), address.sort);
  const query = {
    ...askedUtcDays(address),
    ...(sort && { sort }),
    limit: ALL,
    ...askedComparison(props),
  };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/countries', {
    ...{ id: website.id, query },
  });
  const countries = data?.countries ?? [];
  const all = countries.reduce((sum, { total_visits: visits }) => sum + visits, 0);
  const isTold = countries.length === 0 || countries.some(({ country }) => country !== null);
  return (
    <Panel
      title={texts.countries.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={<CsvLink href={csvOf('countries', website.id, query)} what={texts.countries.csv} />}
    >
      {isTold ? (
        <>
          <NotFiltered filters={address.filters} />
          {address.timezone && <p class="summary">{texts.countries.utcDays}</p>}
          <AboutPeople rows={countries} until={data?.people_known_until} />
          <Table
            caption={texts.countries.caption}
            rows={isWhole ? countries : countries.slice(0, FIRST_ROWS)}
            keyOf={({ country }) => `${country}`}
            barOf={partOfHighest(countries, ({ total_visits: visits }) => visits)}
            columns={withComparison(
              address,
              countryColumns(address, { all, isJudged: knowledgeOf(countries) === 'judged' }),
              'total_visits',
            )}
            sort={sort ?? 'total_visits'}
            onSort={(chosen) => navigate({ sort: chosen })}
            empty={texts.countries.empty}
          />
          {!isWhole && countries.length > FIRST_ROWS && (
            <button type="button" onClick={() => showWhole(true)}>
              {texts.countries.showAll(countries.length)}
            </button>
          )}
        </>
      ) : (
        <NotTold isForReader={shared !== undefined} />
      )}
    </Panel>
  );
}
