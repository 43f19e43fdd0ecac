import { type Filters, withFilter } from '../../address/address.js';
import { csvOf } from '../../api/asked.js';
import type { Answer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import {
  addressedInWords,
  allowsInWords,
  limitsInWords,
  type Report,
  type RobotsBot,
  verdictOf,
} from './words.js';

const TEXTS = texts.robots.keptTo;

interface KeptToProps extends ViewProps {
  report: Answer<Report>;
  query: Parameters<typeof csvOf>[2];
}

/** The bots, what the text allows them, and how many of their visits it did not allow. */
export function KeptTo({ address, website, report, query }: KeptToProps) {
  const { filters } = address;
  const { data, problem, isOld } = report;
  const bots = data?.bots ?? [];
  const limits = data ? limitsInWords(data) : [];
  const verdict = data && verdictOf(data);
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={14}
      actions={<CsvLink href={csvOf('robots', website.id, query)} what={TEXTS.csv} />}
    >
      <NotByDimension address={address} what={TEXTS.theseVisits} />
      {address.timezone && <p class="summary">{TEXTS.byUtc}</p>}
      {verdict && (
        <p class="verdict-line">
          <i class={`key tone-${verdict.tone}`} />
          {verdict.text}
        </p>
      )}
      {limits.length > 0 && <p class="summary">{limits.join(' ')}</p>}
      <Table
        caption={TEXTS.caption}
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ disallowed_visits: visits }) => visits)}
        empty={TEXTS.empty}
        columns={columns(filters)}
      />
    </Panel>
  );
}

const columns = (filters: Filters): Column<RobotsBot>[] => [
  {
    id: 'name',
    title: texts.common.bot,
    cell: ({ name, operator_says: says }) => (
      <Link
        to={{ view: 'bots', filters: withFilter(filters, 'bot', name), tab: undefined }}
        class="row"
      >
        {asShown(name)}
        <small>{says ? TEXTS.says[says] : ''}</small>
      </Link>
    ),
  },
  // What the view is about stands beside the name.
  {
    ...{ id: 'disallowed', title: TEXTS.notAllowed, kind: 'number' },
    cell: ({ disallowed_visits: visits }) => inFull(visits),
  },
  {
    ...{ id: 'visits', title: texts.common.visits, kind: 'number', weight: 6 },
    cell: ({ visits }) => inFull(visits),
  },
  { id: 'allows', title: TEXTS.mayVisit, weight: 7, cell: allowsInWords },
  { id: 'addressed', title: TEXTS.named, weight: 4, cell: addressedInWords },
  {
    ...{ id: 'asked', title: TEXTS.askedForIt, kind: 'number', weight: 5 },
    cell: ({ robots_txt_visits: asked }) => (asked === 0 ? texts.common.never : inFull(asked)),
  },
  {
    ...{ id: 'spoofed', title: TEXTS.notAllowedSpoofed, kind: 'number', weight: 1 },
    cell: ({ disallowed_spoofed_visits: visits }) => inFull(visits),
  },
  {
    ...{ id: 'notJudged', title: TEXTS.notJudged, kind: 'number', weight: 2 },
    cell: ({ not_judged_visits: visits }) => inFull(visits),
  },
];
