import '../../style/forms.css';
import './alerts.css';
import { useOwnSession } from '../../api/use-own-session.js';
import { Tabs } from '../../parts/tabs.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { AlertsPanel } from './alerts-panel.js';
import { EventsPanel } from './events-panel.js';

const RULES = 'rules';
const TABS = [
  { tab: undefined, title: texts.alerts.events.title },
  { tab: RULES, title: texts.alerts.alerts },
];

/** What this website's alerts found, and what they are asked to find. */
export function Alerts(props: ViewProps) {
  const session = useOwnSession();
  const shown = TABS.find(({ tab }) => tab === props.address.tab)?.tab;
  return (
    <div class="stack">
      <Tabs label={texts.alerts.parts} tabs={TABS} shown={shown} />
      {shown === RULES ? (
        <AlertsPanel website={props.website} session={session} />
      ) : (
        <EventsPanel {...props} />
      )}
    </div>
  );
}
