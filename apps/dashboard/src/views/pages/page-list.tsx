import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { askedBots, askedUtcDays, csvOf } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Tabs } from '../../parts/tabs.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { browsersOf, knowledgeOf } from '../../words/people.js';
import { AboutPeople } from '../about-people.js';
import { askedComparison, withComparison } from '../comparison.js';
import { chosenSort } from '../chosen-sort.js';
import { MOST_ROWS, ShowMore, STEPS } from '../show-more.js';
import type { ViewProps } from '../view.js';
import { CategoryChoice } from './category-choice.js';
import { isOfContent, NoiseChoice } from './noise-choice.js';
import { pageColumns } from './page-columns.js';
import { PAGE_TABS, type PageTab, pageTabOf } from './page-tabs.js';

const TEXTS = texts.pages.list;
const PAGES = '/api/v1/websites/{id}/pages';

/** The pages of the website: who reads them, which give errors, and which no AI has ever read. */
export function PageList(props: ViewProps) {
  const { address, website } = props;
  const [step, setStep] = useState(0);
  const tab = pageTabOf(address.tab);
  // Pages that no AI bot read are the same whichever bots are looked at.
  const bots = tab.of ? {} : askedBots(address);
  const columnsWhere = (isJudged: boolean) =>
    pageColumns({
      ...{ filters: address.filters, usual: tab.sort, isJudged },
      isOfVerification: bots.verification !== undefined,
    });
  const sort = chosenSort(columnsWhere(true), address.sort);
  const limit = STEPS[step] ?? MOST_ROWS;
  const query = { ...askedOf(props, tab), ...bots, ...(sort && { sort }), limit };
  const { data, problem, isOld } = useAnswer(PAGES, { id: website.id, query });
  const pages = (data?.pages ?? []).filter((page) => tab.has?.(page) ?? true);
  const columns = columnsWhere(knowledgeOf(pages) === 'judged');
  return (
    <Panel
      title={texts.common.pages}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={20}
      actions={
        <Choices
          {...{ address, tab }}
          csv={csvOf('pages', website.id, { ...query, limit: MOST_ROWS })}
        />
      }
    >
      <Notes address={address} of={tab.of} />
      <AboutPeople
        rows={pages.filter((page) => browsersOf(page) > 0)}
        until={data?.people_known_until}
      />
      <Table
        caption={TEXTS.caption(tab.title)}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={barsBy(columns, tab.sort, pages)}
        columns={withComparison(address, columns, tab.sort)}
        sort={sort ?? tab.sort}
        onSort={(chosen) => navigate({ sort: chosen })}
        empty={tab.empty}
      />
      {pages.length === limit && (
        <ShowMore
          step={step}
          onMore={() => setStep(step + 1)}
          end={texts.common.filterShowsOthers}
        />
      )}
    </Panel>
  );
}

/** What the list is asked with, apart from bots, order and length. */
function askedOf(props: ViewProps, tab: PageTab) {
  const { address } = props;
  const { path } = address.filters;
  return {
    ...{ ...askedUtcDays(address), ...tab.query, ...askedComparison(props) },
    ...(path && { path }),
    ...(isOfContent(address) && { only: 'content' as const }),
  };
}

/** Which pages are listed, and the same as CSV. */
function Choices({
  address,
  tab,
  csv,
}: Pick<ViewProps, 'address'> & { tab: PageTab; csv: string }) {
  return (
    <>
      <Tabs label={TEXTS.which} tabs={PAGE_TABS} shown={tab.tab} />
      <NoiseChoice address={address} />
      <CategoryChoice filters={address.filters} />
      <CsvLink href={csv} what={texts.common.csvOfThesePages} />
    </>
  );
}

/** Bars of the column by which pages are sorted by default. */
function barsBy(columns: ReturnType<typeof pageColumns>, sort: string, pages: readonly Page[]) {
  const countOf = columns.find((column) => column.sort === sort)?.countOf;
  return partOfHighest(pages, (page) => countOf?.(page) ?? 0);
}

/** What the choices above the list do not change. */
function Notes({ address, of }: Pick<ViewProps, 'address'> & Pick<PageTab, 'of'>) {
  return (
    <>
      {of && Object.keys(askedBots(address)).length > 0 && (
        <p class="summary">{TEXTS.noFilterByBot[of]}</p>
      )}
      <NotByDimension address={address} what={texts.common.pages} />
      {address.timezone && <p class="summary">{TEXTS.byUtc}</p>}
    </>
  );
}
