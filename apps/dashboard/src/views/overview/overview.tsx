import { intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { askedBots, askedDays, askedDimension, askedPage } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { lazily } from '../../lazy/lazily.js';
import { texts } from '../../texts/texts.js';
import { browsersOf } from '../../words/people.js';
import { askedWithDaysBefore } from '../days-before.js';
import type { ViewProps } from '../view.js';
import { AiPages } from './ai-pages.js';
import { Answers } from './answers.js';
import { LookAt } from './look-at.js';
import { NewBots } from './new-bots.js';
import { Tiles } from './tiles.js';
import { TopBots } from './top-bots.js';
import { Traffic } from './traffic.js';

const refused = lazily(async () => (await import('./refused.js')).Refused);
/** Most websites have visits. */
const noVisits = lazily(async () => (await import('./no-visits.js')).NoVisits);
/** It stands below what is seen first. */
const referrals = lazily(async () => (await import('./referrals.js')).Referrals, 6);

const SUMMARY = '/api/v1/websites/{id}/summary';

/** The first view: how many came, what they read, and what they got. */
export function Overview(props: ViewProps) {
  const { address, website, today } = props;
  const span = spanOf(address.days, today);
  const { exact_path } = address.filters;
  const interval = intervalOf(lengthOf(span), address.interval, exact_path === undefined);
  const filters = { ...askedBots(address), ...askedPage(address) };
  const dimension = askedDimension(address);
  const id = website.id;
  const compare = askedWithDaysBefore(props);
  const series = useAnswer('/api/v1/websites/{id}/timeseries', {
    id,
    query: { ...askedDays(address), ...filters, ...dimension, interval, ...compare },
  });
  const isFiltered = Object.keys(filters).length > 0;
  const days = { ...askedDays(address), ...compare };
  const summary = useAnswer(SUMMARY, { id, query: { ...days, ...dimension } });
  const all = useAnswer(SUMMARY, { id, query: days });
  if (series.problem?.kind === 'refused') return <refused.Component problem={series.problem} />;
  const points = series.data?.series;
  const isEmpty = points !== undefined && points.every(({ total_visits }) => total_visits === 0);
  // Readers of a shared link are not told what is wrong.
  const lookAt = !props.shared && <LookAt website={website} end={span.end} />;
  if (isEmpty && !series.isOld)
    return <noVisits.Component {...props} span={span} lookAt={lookAt} />;
  return (
    <div class="overview">
      {address.filters.path && (
        <p class="summary">{texts.overview.belowPath(address.filters.path)}</p>
      )}
      <Tiles
        {...props}
        {...{ answer: series.data, bucket: interval, span }}
        summary={summary.data}
        isFiltered={isFiltered}
        isOld={series.isOld}
      />
      <Traffic
        {...props}
        span={span}
        interval={interval}
        series={series}
        before={address.compare ? series.data?.previous?.series : undefined}
      />
      {lookAt}
      <div class="halves">
        <TopBots {...props} />
        <AiPages {...props} />
      </div>
      <div class="thirds">
        <referrals.Component {...props} browsers={all.data && browsersOf(all.data)} />
        <Answers {...props} summary={summary.data} />
        {/* Who is new, the days before tell. */}
        {!props.shared?.from && <NewBots {...props} />}
      </div>
    </div>
  );
}
