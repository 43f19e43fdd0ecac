import type { Event } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { momentInShort } from '../../words/dates.js';
import { eventInWords } from '../../words/events.js';
import { asShown } from '../../words/strangers.js';
import { placeOfEvent } from './place-of-event.js';

const TEXTS = texts.alerts.events;

/** The sentences of open events with the time since when, each leading to what it is about. */
export function OpenEvents({ events, hasMore }: { events: readonly Event[]; hasMore: boolean }) {
  return (
    <ul class="findings" aria-label={TEXTS.open}>
      {events.map((event) => (
        <li key={event.id}>
          <Link to={placeOfEvent(event)}>
            <i class="key event" />
            {asShown(eventInWords(event))}{' '}
            <small>{TEXTS.openSince(momentInShort(event.opened_at))}</small>
          </Link>
        </li>
      ))}
      {hasMore && (
        <li>
          <Link to={{ view: 'alerts', tab: undefined }}>{TEXTS.more}</Link>
        </li>
      )}
    </ul>
  );
}
