import { client } from '../../api/client.js';
import type { Delivery } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { type Change, useChange } from '../../api/use-change.js';
import { useOften } from '../../api/use-often.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { messageInWords, resultInWords } from './webhooks-words.js';

const { webhooks: words } = texts.settings;
const DELIVERIES = '/api/v1/webhooks/{id}/deliveries';
const LISTED = 50;
const OFTEN_MS = 2_000;
const SOON_MS = 60_000;

interface DeliveriesPanelProps {
  /** The webhook. */
  id: string;
  cursor: string | undefined;
  mayChange: boolean;
}

/** What was sent to a webhook, and what came of it, the newest first. */
export function DeliveriesPanel({ id, cursor, mayChange }: DeliveriesPanelProps) {
  const { data, problem, isOld } = useAnswer(DELIVERIES, { id, query: { cursor, limit: LISTED } });
  const change = useChange();
  const deliveries = data?.deliveries ?? [];
  return (
    <Panel title={words.deliveries} isThere={data !== undefined} isOld={isOld} problem={problem}>
      {deliveries.some(isSoon) && <AskOften />}
      <Said text={change.said} />
      {deliveries.length === 0 && <p class="empty">{words.nothingSent}</p>}
      <ul class="items deliveries">
        {deliveries.map((delivery) => (
          <Item key={delivery.id} {...{ delivery, mayChange, change }} />
        ))}
      </ul>
      <p class="more">
        {cursor && <Link to={{ cursor: undefined }}>{words.newest}</Link>}{' '}
        {data?.next_cursor && <Link to={{ cursor: data.next_cursor }}>{words.earlier}</Link>}
      </p>
    </Panel>
  );
}

/** Whether something will be known of it within a minute. */
const isSoon = ({ state, next_attempt_at, created_at }: Delivery): boolean =>
  state === 'waiting' && Date.parse(next_attempt_at ?? created_at) < Date.now() + SOON_MS;

function AskOften() {
  useOften(DELIVERIES, OFTEN_MS);
  return null;
}

interface ItemProps {
  delivery: Delivery;
  mayChange: boolean;
  change: Change;
}

function Item({ delivery, mayChange, change: { isUnderWay, make } }: ItemProps) {
  const { id, state, created_at, status, duration_ms } = delivery;
  const replay = () =>
    make(
      () => client.POST('/api/v1/deliveries/{id}/replay', { params: { path: { id } } }),
      DELIVERIES,
    );
  return (
    <li>
      <div class="what">
        <b>{messageInWords(delivery)}</b>
        <span class="mark">{status === null ? words.noAnswer : words.status(status)}</span>
        <p>
          {momentInWords(created_at)} · {resultInWords(delivery)}
          {duration_ms !== null && ` · ${words.milliseconds(duration_ms)}`}
        </p>
      </div>
      {mayChange && state !== 'waiting' && (
        <div class="actions">
          <button type="button" disabled={isUnderWay} onClick={() => void replay()}>
            {words.replay}
            <span class="unseen">
              {' '}
              {words.messageOf(messageInWords(delivery), momentInWords(created_at))}
            </span>
          </button>
        </div>
      )}
    </li>
  );
}
