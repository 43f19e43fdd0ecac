import type { DataOf } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { Changed } from '../../tables/changed.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import type { ComparedTime } from '../../words/comparison.js';
import { momentInShort, momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { type Knowledge, knowledgeOf, peopleOf } from '../../words/people.js';

export type WebsiteRow = DataOf<'/api/v1/summary'>['websites'][number];
/** Two websites that are shown beside each other. */
export type Pair = readonly [WebsiteRow, WebsiteRow];
type Counts = Omit<NonNullable<WebsiteRow['compared']>, keyof ComparedTime>;

/** A column of the table of websites, by which the page orders them: all of them are there. */
export interface WebsiteColumn extends Column<WebsiteRow> {
  sort: string;
  /** What it orders by; null stands behind everything else. */
  valueOf: (row: WebsiteRow) => number | string | null;
}

/** The columns of the table of websites. */
export const WEBSITE_COLUMNS: readonly WebsiteColumn[] = [
  {
    ...{ id: 'domain', sort: 'domain', title: texts.common.website },
    cell: ({ id, domain }) => (
      <Link to={{ website: id, filters: {}, sort: undefined }} class="row">
        {domain}
      </Link>
    ),
    valueOf: ({ domain }) => domain,
  },
  // Where no visitor is judged, all visits of browsers.
  counted({ ...{ id: 'people', title: texts.common.people }, of: peopleOf, isOfPeople: true }),
  counted({ ...{ id: 'bots', title: texts.common.bots, weight: 2 }, of: (one) => one.bot_visits }),
  counted({ ...{ id: 'ai', title: texts.common.aiBots }, of: (one) => one.ai_bot_visits }),
  counted({
    ...{ id: 'sent', title: texts.websites.sentByAi, weight: 3 },
    // Only filters leave it unknown, and this report takes none.
    of: (one) => one.ai_referred_visits ?? 0,
    isKnown: (row) => row.referers_logged,
  }),
  counted({
    ...{ id: 'errors', title: texts.common.errors, weight: 5 },
    of: (one) => one.error_visits,
  }),
  counted({
    ...{ id: 'spoofed', title: texts.common.spoofed, weight: 4 },
    of: (one) => one.spoofed_visits,
  }),
  {
    ...{ id: 'events', sort: 'events', title: texts.websites.openEvents },
    ...{ kind: 'number', weight: 6 },
    cell: ({ id, open_events: open }) =>
      open === 0 ? (
        '–'
      ) : (
        <Link to={{ website: id, view: 'alerts', filters: {}, sort: undefined }} class="over">
          {inFull(open)}
        </Link>
      ),
    valueOf: ({ open_events: open }) => open,
  },
  {
    ...{ id: 'delivery', sort: 'delivery', title: texts.websites.lastDelivery },
    ...{ kind: 'number', weight: 1 },
    cell: ({ last_delivery: last }) =>
      last ? (
        <time dateTime={last} title={`${momentInWords(last)} UTC`}>
          {momentInShort(last)}
        </time>
      ) : (
        texts.websites.none
      ),
    valueOf: ({ last_delivery: last }) => last,
  },
];

interface CountedColumn extends Pick<Column<WebsiteRow>, 'id' | 'title' | 'weight'> {
  of: (counts: Counts, knowledge: Knowledge) => number;
  /** Whether it is of people, so that days with verdicts compare with none without. */
  isOfPeople?: boolean;
  isKnown?: (row: WebsiteRow) => boolean;
}

/** A column with a count, and its change from the days before. */
function counted({
  of,
  isOfPeople = false,
  isKnown = () => true,
  ...column
}: CountedColumn): WebsiteColumn {
  return {
    ...{ ...column, sort: column.id, kind: 'number' },
    valueOf: (row) => (isKnown(row) ? of(row, knowledgeOf([row])) : null),
    cell: (row) => {
      const knowledge = knowledgeOf([row]);
      const { previous, compared } = row;
      const isComparable =
        previous &&
        compared &&
        isKnown(row) &&
        (!isOfPeople || knowledgeOf([previous]) === knowledge);
      return (
        <Changed
          count={isKnown(row) ? of(row, knowledge) : null}
          {...(isComparable && { now: of(compared, knowledge), before: of(previous, knowledge) })}
        />
      );
    },
  };
}
