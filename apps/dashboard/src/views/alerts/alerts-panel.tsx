import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { Alert, AlertInput, Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import type { useOwnSession } from '../../api/use-own-session.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { AlertForm } from './alert-form.js';
import { AlertItem } from './alert-item.js';
import { ALERT_KINDS, type AlertKind } from './kinds.js';

const TEXTS = texts.alerts.panel;
const ALERTS = '/api/v1/websites/{id}/alerts';

interface AlertsPanelProps {
  website: Website;
  session: ReturnType<typeof useOwnSession>;
}

/** What somebody asks to be told about this website: made, changed, paused and deleted. */
export function AlertsPanel({ website, session }: AlertsPanelProps) {
  const { id, domain } = website;
  const { data, problem } = useAnswer(ALERTS, { id });
  const { said, isUnderWay, make } = useChange();
  // Another one is asked for with an empty form.
  const [made, setMade] = useState(0);
  const alerts: readonly Alert[] = data?.alerts ?? [];
  const mayChange = session?.scope === 'full';
  const add = async (kind: AlertKind, conditions: object) => {
    const body = { kind, ...conditions } as AlertInput;
    const ask = () => client.POST(ALERTS, { params: { path: { id } }, body });
    const isDone = (await make(ask, ALERTS)) !== undefined;
    if (isDone) setMade((count) => count + 1);
    return isDone;
  };
  return (
    <Panel title={TEXTS.title(domain)} isThere={data !== undefined} problem={problem}>
      <p class="summary">
        <Rich
          text={TEXTS.about}
          elements={{
            link: (words) => <Link to={{ view: 'settings', tab: 'webhooks' }}>{words}</Link>,
          }}
        />
      </p>
      {session?.scope === 'read' && <p class="notice">{TEXTS.mayOnlyRead(session.key_name)}</p>}
      {alerts.length === 0 && (
        <p class="empty">
          {TEXTS.none}{' '}
          {mayChange && (
            <button type="button" disabled={isUnderWay} onClick={() => void makeUsual(add)}>
              {TEXTS.makeUsual}
            </button>
          )}
        </p>
      )}
      <ul class="items">
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} website={website} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && (
        <AlertForm
          key={made}
          website={website}
          said={said}
          isUnderWay={isUnderWay}
          onSubmit={add}
        />
      )}
    </Panel>
  );
}

/** Makes an alert of each kind with what the API takes where nothing is said. */
async function makeUsual(add: (kind: AlertKind, conditions: object) => Promise<boolean>) {
  for (const kind of ALERT_KINDS) if (!(await add(kind, {}))) return;
}
