import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import type { DataOf } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { dayInFull } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { knowledgeOf } from '../../words/people.js';
import { asShown } from '../../words/strangers.js';
import { chosenSort } from '../chosen-sort.js';
import { KnownUntil } from '../known-until.js';
import { isOfContent, NoiseChoice } from '../pages/noise-choice.js';
import { MOST_ROWS, ShowMore, STEPS } from '../show-more.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.ai.pages;
const LANDINGS = '/api/v1/websites/{id}/landings';
type Landing = DataOf<typeof LANDINGS>['landings'][number];
type Sort = 'crawled_visits' | 'answered_visits' | 'sent_visits' | 'people_visits';
type LandingColumn = Column<Landing> & { sort?: Sort };

/** Pages on their way into answers: crawled, read for an answer, and visited from it. */
export function PagesOfAi({ address, website }: ViewProps) {
  const [step, setStep] = useState(0);
  const { provider, path, exact_path } = address.filters;
  const limit = STEPS[step] ?? MOST_ROWS;
  const sort = chosenSort(columnsOf(address, true), address.sort);
  const query = {
    ...askedUtcDays(address),
    ...(provider && { provider }),
    ...(path && { path }),
    ...(exact_path && { exact_path }),
    ...(isOfContent(address) && { only: 'content' as const }),
    ...(sort && { sort }),
    limit,
  };
  const { data, problem, isOld } = useAnswer(LANDINGS, { id: website.id, query });
  const landings = data?.landings ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={
        <>
          <NoiseChoice address={address} />
          <CsvLink
            href={csvOf('landings', website.id, { ...query, limit: MOST_ROWS })}
            what={TEXTS.csv}
          />
        </>
      }
    >
      <p class="summary">{TEXTS.about(provider && asShown(provider))}</p>
      {data && <SentNotes {...data} />}
      <Table
        caption={TEXTS.caption}
        rows={landings}
        keyOf={({ path: page }) => page}
        barOf={partOfHighest(landings, ({ sent_visits: sent }) => sent)}
        columns={columnsOf(address, knowledgeOf(landings) === 'judged')}
        sort={sort ?? 'sent_visits'}
        onSort={(chosen) => navigate({ sort: chosen })}
        empty={TEXTS.empty}
      />
      {landings.length === limit && (
        <ShowMore
          step={step}
          onMore={() => setStep(step + 1)}
          end={texts.common.filterShowsOthers}
        />
      )}
    </Panel>
  );
}

/** What is not known of the visitors that were sent. */
function SentNotes(report: DataOf<typeof LANDINGS>) {
  const { referers_logged, sent_known_since: since, people_known_until: until } = report;
  return (
    <>
      {!referers_logged && <p class="summary">{TEXTS.noReferers}</p>}
      {since && <p class="summary">{TEXTS.sentSince(dayInFull(since))}</p>}
      {until && <KnownUntil until={until} />}
    </>
  );
}

function columnsOf({ filters }: ViewProps['address'], isJudged: boolean): LandingColumn[] {
  return [
    {
      id: 'path',
      title: texts.common.page,
      cell: ({ path }) => (
        <PathLink
          path={path}
          filters={filters}
          to={{ view: 'pages', tab: undefined, sort: undefined }}
        />
      ),
    },
    { ...count('crawled_visits', TEXTS.crawled), weight: 2 },
    { ...count('answered_visits', TEXTS.readForAnswers), weight: 3 },
    count('sent_visits', texts.ai.columns.visitorsSent),
    ...(isJudged ? [{ ...count('people_visits', texts.common.people), weight: 1 }] : []),
  ];
}

const count = (sort: Sort, title: string): LandingColumn => ({
  ...{ id: sort, title, sort, kind: 'number' },
  cell: ({ [sort]: visits }) => inFull(visits),
});
