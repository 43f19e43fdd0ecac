import type { QueryOf } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { navigate } from '../../address/navigation.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { EventList } from './event-list.js';
import { ALERT_KINDS, KINDS } from './kinds.js';

const TEXTS = texts.alerts.events;
const EVENTS = '/api/v1/websites/{id}/events';
/** Of one website, no more can be open. */
const MOST_OPEN = 1_000;
const LISTED = 50;

/** What the alerts of this website found: what is open, then what is over, the newest first. */
export function EventsPanel({ address, website }: ViewProps) {
  const { cursor } = address;
  const kind = address.kind as QueryOf<typeof EVENTS>['kind'];
  const { id } = website;
  const open = useAnswer(EVENTS, { id, query: { open: 'true', kind, limit: MOST_OPEN } });
  const all = useAnswer(EVENTS, { id, query: { kind, cursor, limit: LISTED } });
  const opened = open.data?.events ?? [];
  const over = all.data?.events.filter(({ closed_at }) => closed_at !== null) ?? [];
  const next = all.data?.next_cursor ?? undefined;
  return (
    <>
      <Panel
        title={TEXTS.open}
        isThere={open.data !== undefined}
        isOld={open.isOld}
        problem={open.problem}
        lines={2}
        actions={<KindChoice kind={kind} />}
      >
        {opened.length > 0 ? (
          <EventList events={opened} />
        ) : (
          <p class="empty">{kind ? TEXTS.noneOpenOfKind : TEXTS.noneOpen}</p>
        )}
      </Panel>
      <Panel
        title={cursor ? TEXTS.earlier : TEXTS.over}
        isThere={all.data !== undefined}
        isOld={all.isOld}
        problem={all.problem}
        lines={3}
      >
        {over.length > 0 ? (
          <EventList events={over} />
        ) : (
          <p class="empty">{kind || cursor || next ? TEXTS.none : TEXTS.noneYet}</p>
        )}
        <p class="more">
          {cursor && <Link to={{ cursor: undefined }}>{TEXTS.newest}</Link>}{' '}
          {next && <Link to={{ cursor: next }}>{TEXTS.earlier}</Link>}
        </p>
      </Panel>
    </>
  );
}

function KindChoice({ kind }: { kind: string | undefined }) {
  return (
    <label>
      <span class="unseen">{TEXTS.kindOfEvents}</span>
      <select
        value={kind ?? ''}
        onChange={(event) =>
          navigate({ kind: event.currentTarget.value || undefined, cursor: undefined })
        }
      >
        <option value="">{TEXTS.allKinds}</option>
        {ALERT_KINDS.map((one) => (
          <option key={one} value={one}>
            {KINDS[one].title}
          </option>
        ))}
      </select>
    </label>
  );
}
