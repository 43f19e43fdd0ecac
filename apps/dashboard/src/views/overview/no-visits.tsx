import type { ComponentChildren } from 'preact';
import type { Span } from '../../address/days.js';
import { askedDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { ChooseLogs } from '../../drop/choose-logs.js';
import { Link } from '../../parts/link.js';
import { spanInWords } from '../../words/dates.js';
import type { ViewProps } from '../view.js';
import { monthsWithVisits } from './months-with-visits.js';

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
            <h2>Nothing fits these filters</h2>
            <p>There are visits in {spanInWords(span)}, but none that all filters let through.</p>
            <Link to={{ filters: {} }} class="main">
              Take all filters away
            </Link>
          </>
        ) : found ? (
          <>
            <h2>No visits in {spanInWords(span)}</h2>
            <p>
              {website.domain} has visits from {spanInWords(found)}.
            </p>
            <Link to={{ days: found, filters: {} }} class="main">
              Show these days
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
  if (isForReader) return <h2>No visits of {domain} on the days of this link</h2>;
  return (
    <>
      <h2>No entries for {domain} yet</h2>
      <p>Set up a sender, or import a log that you have. This page shows it as soon as it comes.</p>
      <p>
        <Link to={{ view: 'feeds', tab: 'setup' }} class="main">
          Set up a sender
        </Link>
      </p>
      <ChooseLogs website={{ id, domain }} />
      <p>Long logs are faster with the command line:</p>
      <pre tabIndex={0}>npm run botgauge -- import --website {id} access.log</pre>
      <p>
        Entries count for a website when their host is its domain or a part of it. The{' '}
        <a href="docs">API reference</a> names every way in.
      </p>
    </>
  );
}
