import { useState } from 'preact/hooks';
import type { Address } from '../../address/address.js';
import { type Interval, intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { navigate } from '../../address/navigation.js';
import { askedBots, askedDaysOfBots, askedDimension, askedPage, csvOf } from '../../api/asked.js';
import type { SeriesAnswer } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { firstUnfinished, valuesOver } from '../../charts/first-unfinished.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Tabs } from '../../parts/tabs.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { askedComparison, withComparison } from '../comparison.js';
import { chosenSort } from '../chosen-sort.js';
import type { Group } from '../largest-groups.js';
import { seriesQuery } from '../over-time.js';
import { Question } from '../overview/question.js';
import type { ViewProps } from '../view.js';
import { botColumns } from './bot-columns.js';
import { BotsOverTime } from './bots-over-time.js';

const TEXTS = texts.bots.list;
const BOTS = '/api/v1/websites/{id}/bots';
const FIRST_ROWS = 50;
/** The API gives the series of so many bots at most; the others have no sparkline. */
const MOST_SERIES = 100;

const TABS = [
  { tab: undefined, title: texts.common.allBots },
  { tab: 'new', title: TEXTS.new },
];

/** Every bot that came, with all that is counted of it. */
export function BotList(props: ViewProps) {
  const { address, website, today, shared } = props;
  const { filters, tab } = address;
  const [isWhole, showWhole] = useState(false);
  const asked = askedOf(address);
  const bySeries = { query: asked, group: 'bot', groups: MOST_SERIES } as const;
  const interval = intervalOf(lengthOf(spanOf(address.days, today)), address.interval);
  const { data: trends } = useAnswer('/api/v1/websites/{id}/timeseries', {
    ...{ id: website.id, query: seriesQuery(bySeries, interval) },
  });
  const columns = { filters, isZoned: 'timezone' in asked };
  const sort = chosenSort(botColumns({ ...columns, total: 0, trends: undefined }), address.sort);
  const query = { ...asked, ...whichOf(props), ...(sort && { sort }) };
  const { data, problem, isOld } = useAnswer(BOTS, { id: website.id, query });
  const bots = data?.bots ?? [];
  const total = bots.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <div class="stack">
      <BotsOverTime {...props} series={bySeries} />
      <Panel
        title={texts.common.bots}
        isThere={data !== undefined}
        problem={problem}
        isOld={isOld}
        lines={20}
        actions={
          <>
            {!shared?.from && (
              <Tabs label={TEXTS.which} tabs={TABS} shown={tab === 'new' ? 'new' : undefined} />
            )}
            <CsvLink href={csvOf('bots', website.id, query)} what={TEXTS.csv} />
          </>
        }
      >
        <Question of="verified" />
        <p class="summary">{TEXTS.about}</p>
        <NotByDimension address={address} what={texts.bots.pagesAndTimes} isMissing />
        <Table
          caption={TEXTS.caption}
          rows={isWhole ? bots : bots.slice(0, FIRST_ROWS)}
          keyOf={({ name }) => name}
          barOf={partOfHighest(bots, ({ visits }) => visits)}
          columns={withComparison(
            address,
            botColumns({ ...columns, total, trends: trends && linesOf(trends, interval, today) }),
            'visits',
          )}
          sort={sort ?? 'visits'}
          onSort={(chosen) => navigate({ sort: chosen })}
          empty={tab === 'new' ? TEXTS.noneNew : texts.common.noBot}
        />
        {!isWhole && <ShowAll count={bots.length} onShow={() => showWhole(true)} />}
      </Panel>
    </div>
  );
}

/** What the list is asked with, but not its series. */
function whichOf(props: ViewProps) {
  const { filters, tab } = props.address;
  return {
    ...(filters.path && { path: filters.path }),
    ...(tab === 'new' && { new: 'true' as const }),
    ...askedComparison(props),
  };
}

function ShowAll({ count, onShow }: { count: number; onShow: () => void }) {
  if (count <= FIRST_ROWS) return null;
  return (
    <button type="button" onClick={onShow}>
      {TEXTS.showAll(count)}
    </button>
  );
}

/** Returns the visits of each bot over time, as far as the buckets are over. */
function linesOf({ series, groups = [] }: SeriesAnswer, bucket: Interval, today: string): Group[] {
  const dates = series.map(({ date }) => date);
  const unfinished = firstUnfinished(dates, bucket, { today, now: Date.now() });
  return groups.map((group) => ({ ...group, series: valuesOver(group.series, unfinished) }));
}

/** What both the list and the series are asked with. */
function askedOf(address: Address) {
  return {
    ...{ ...askedDaysOfBots(address), ...askedBots(address) },
    ...{ ...askedPage(address), ...askedDimension(address) },
  };
}
