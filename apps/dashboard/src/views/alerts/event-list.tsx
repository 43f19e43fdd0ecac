import type { Event } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { eventInWords } from '../../words/events.js';
import { asShown } from '../../words/strangers.js';
import { figuresInWords } from './figures-in-words.js';
import { titleOf } from './kinds.js';
import { placeOfEvent } from './place-of-event.js';

/** Events, each with its figures and a link to the view that shows what it is about. */
export function EventList({ events }: { events: readonly Event[] }) {
  return (
    <ul class="items events">
      {events.map((event) => (
        <li key={event.id}>
          <div class="what">
            <Link to={placeOfEvent(event)}>{asShown(eventInWords(event))}</Link>
            <p>
              {titleOf(event.kind)} · {timesInWords(event)}
            </p>
            <p>{figuresInWords(event.figures)}</p>
          </div>
          {event.closed_at === null && <span class="mark">{texts.alerts.events.isOpen}</span>}
        </li>
      ))}
    </ul>
  );
}

function timesInWords({ kind, opened_at, seen_at, closed_at }: Event): string {
  const opened = momentInWords(opened_at);
  if (kind === 'new_bot') return opened;
  return closed_at === null
    ? texts.alerts.events.since(opened, momentInWords(seen_at))
    : texts.alerts.events.fromTo(opened, momentInWords(closed_at));
}
