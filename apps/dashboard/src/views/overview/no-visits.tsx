import type { ComponentChildren } from 'preact';
import type { Span } from '../../address/days.js';
import { askedDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { ChooseLogs } from '../../drop/choose-logs.js';
import { Link } from '../../parts/link.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { spanInWords } from '../../words/dates.js';
import type { ViewProps } from '../view.js';
import { monthsWithVisits } from './months-with-visits.js';

const TEXTS = texts.overview.noVisits;
const EARLIEST = '2015-01-01';

interface NoVisitsProps extends ViewProps {
  span: Span;
  /** What is worth a look, for those who may know it. It may say why nothing comes any more. */
  lookAt: ComponentChildren;
}

/** Nothing was counted: says whether there is something elsewhere, and what to do. */
export function NoVisits({ address, website, today, span, shared, lookAt }: NoVisitsProps) {
  const { data } = useAnswer('/api/v1/websites/{id}/timeseries', {
    id: website.id,
    query: {
      start_date: shared?.from ?? EARLIEST,
      end_date: shared?.to ?? today,
      interval: 'month',
    },
  });
  const here = useAnswer('/api/v1/websites/{id}/summary', {
    id: website.id,
    query: askedDays(address),
  });
  if (!data || !here.data) return <section class="panel wide-notice" aria-busy="true" />;
  const found = monthsWithVisits(data.series);
  const isOnOtherDays = here.data.total_visits === 0 && found !== undefined;
  return (
    <>
      <section class="panel wide-notice">
        {here.data.total_visits > 0 ? (
          <>
            <h2>{TEXTS.filteredTitle}</h2>
            <p>{TEXTS.filtered(spanInWords(span))}</p>
            <Link to={{ filters: {} }} class="main">
              {TEXTS.takeFiltersAway}
            </Link>
          </>
        ) : found ? (
          <>
            <h2>{TEXTS.title(spanInWords(span))}</h2>
            <p>{TEXTS.onOtherDays(website.domain, spanInWords(found))}</p>
            <Link to={{ days: found, filters: {} }} class="main">
              {TEXTS.showOtherDays}
            </Link>
          </>
        ) : (
          <NoEntries website={website} isForReader={shared !== undefined} />
        )}
      </section>
      {isOnOtherDays && lookAt}
    </>
  );
}

interface NoEntriesProps extends Pick<ViewProps, 'website'> {
  isForReader: boolean;
}

function NoEntries({ website: { id, domain }, isForReader }: NoEntriesProps) {
  if (isForReader) return <h2>{TEXTS.onDaysOfLink(domain)}</h2>;
  return (
    <>
      <h2>{TEXTS.noEntries(domain)}</h2>
      <p>{TEXTS.whatToDo}</p>
      <p>
        <Link to={{ view: 'feeds', tab: 'setup' }} class="main">
          {TEXTS.setUp}
        </Link>
      </p>
      <ChooseLogs website={{ id, domain }} />
      <p>{TEXTS.commandLine}</p>
      <pre tabIndex={0}>npm run botgauge -- import --website {id} access.log</pre>
      <p>
        <Rich text={TEXTS.whatCounts} elements={{ link: (words) => <a href="docs">{words}</a> }} />
      </p>
    </>
  );
}
