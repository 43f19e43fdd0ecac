import { dayIn } from '../../address/days.js';
import { useAnswer } from '../../api/use-answer.js';
import { lazily } from '../../lazy/lazily.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { dayInFull } from '../../words/dates.js';
import { findingInWords } from '../../words/findings.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import { isSaidBy } from './is-said-by.js';
import { placeOf } from './place-of.js';

/** Most of the time nothing is open. */
const openEvents = lazily(async () => (await import('../alerts/open-events.js')).OpenEvents, 2);
const TEXTS = texts.overview.insights;
const MOST_EVENTS = 20;

interface LookAtProps extends Pick<ViewProps, 'website'> {
  /** The last of the days that are shown. */
  end: string;
}

/**
 * What alerts found and is not over, and what else is worth a look in the last seven days. Where days
 * of the past are shown, it is what was worth a look in the seven days that end with them. Each line
 * leads to the view that shows it.
 */
export function LookAt({ website: { id }, end }: LookAtProps) {
  const until = end < dayIn('UTC', Date.now()) ? end : undefined;
  const { data, problem } = useAnswer('/api/v1/websites/{id}/findings', {
    ...{ id, query: { ...(until && { until }) } },
  });
  const query = { open: 'true', limit: MOST_EVENTS } as const;
  const asked = until ? undefined : { id, query };
  const open = useAnswer('/api/v1/websites/{id}/events', asked).data;
  const events = open?.events ?? [];
  const findings = data?.findings.filter((finding) => !isSaidBy(events, finding)) ?? [];
  return (
    <Panel title={TEXTS.title} isThere={data !== undefined} problem={problem} lines={3}>
      {events.length > 0 && (
        <openEvents.Component events={events} hasMore={open?.next_cursor !== null} />
      )}
      {findings.length > 0 && (
        <ul class="findings">
          {findings.map((finding) => (
            <li
              key={`${finding.kind} ${finding.bot ?? finding.page ?? finding.feed ?? finding.group}`}
            >
              <Link to={placeOf(finding, until)}>{asShown(findingInWords(finding, until))}</Link>
            </li>
          ))}
        </ul>
      )}
      {findings.length + events.length === 0 && (
        <p class="summary">{until ? TEXTS.nothingUpTo(dayInFull(until)) : TEXTS.nothing}</p>
      )}
    </Panel>
  );
}
