import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { Alert, Website } from '../../api/types.js';
import { type Change, useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Link } from '../../parts/link.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { alertInWords } from '../../words/alerts.js';
import { momentInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';
import { AlertForm } from './alert-form.js';
import { KINDS } from './kinds.js';

const TEXTS = texts.alerts.item;
const LISTS = ['/api/v1/websites/{id}/alerts', '/api/v1/websites/{id}/events'] as const;

interface AlertItemProps {
  alert: Alert;
  website: Website;
  mayChange: boolean;
}

/** An alert, which can be changed, paused and deleted. */
export function AlertItem({ alert, website, mayChange }: AlertItemProps) {
  const { kind, enabled, open_events, created_at } = alert;
  const change = useChange();
  const [isChanged, setChanged] = useState(false);
  return (
    <li>
      <div class="what">
        <b>{asShown(alertInWords(alert))}</b>
        {!enabled && <span class="mark">{TEXTS.paused}</span>}
        <p>
          {KINDS[kind].title} ·{' '}
          {open_events > 0 ? (
            <Link to={{ tab: undefined, kind }}>{TEXTS.openEvents(open_events)}</Link>
          ) : (
            TEXTS.noOpenEvent
          )}{' '}
          · {TEXTS.made(momentInWords(created_at))}
        </p>
      </div>
      {mayChange && (
        <Actions {...{ alert, change, isChanged }} onChange={() => setChanged(!isChanged)} />
      )}
      {isChanged ? (
        <AlertForm
          key={alert.changed_at}
          website={website}
          alert={alert}
          said={change.said}
          isUnderWay={change.isUnderWay}
          onSubmit={async (_kind, conditions) => {
            const isDone = await update(change, alert, conditions);
            if (isDone) setChanged(false);
            return isDone;
          }}
        >
          <button type="button" onClick={() => setChanged(false)}>
            {texts.common.cancel}
          </button>
        </AlertForm>
      ) : (
        <Said text={change.said} />
      )}
    </li>
  );
}

/** Returns whether it was done. */
async function update({ make }: Change, { id }: Alert, body: object): Promise<boolean> {
  const params = { path: { id } };
  const done = await make(() => client.PATCH('/api/v1/alerts/{id}', { params, body }), ...LISTS);
  return done !== undefined;
}

interface ActionsProps {
  alert: Alert;
  change: Change;
  /** Whether the form is open. */
  isChanged: boolean;
  onChange: () => void;
}

function Actions({ alert, change, isChanged, onChange }: ActionsProps) {
  const { id, enabled } = alert;
  const { isUnderWay, make } = change;
  const words = asShown(alertInWords(alert));
  const params = { path: { id } };
  return (
    <div class="actions">
      <button type="button" onClick={onChange} aria-expanded={isChanged}>
        {TEXTS.change}
        <span class="unseen"> {words}</span>
      </button>
      <button
        type="button"
        disabled={isUnderWay}
        onClick={() => void update(change, alert, { enabled: !enabled })}
      >
        {enabled ? TEXTS.pause : TEXTS.goOn}
        <span class="unseen"> {words}</span>
      </button>
      <Confirm
        label={texts.common.delete}
        what={words}
        yes={TEXTS.deleteIt}
        isUnderWay={isUnderWay}
        onYes={async () =>
          (await make(() => client.DELETE('/api/v1/alerts/{id}', { params }), ...LISTS)) !==
          undefined
        }
      >
        {TEXTS.deleted}
      </Confirm>
    </div>
  );
}
