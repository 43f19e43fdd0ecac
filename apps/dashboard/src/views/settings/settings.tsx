import '../../style/forms.css';
import './settings.css';
import { useOwnSession } from '../../api/use-own-session.js';
import { lazily } from '../../lazy/lazily.js';
import { Tabs } from '../../parts/tabs.js';
import type { ViewProps } from '../view.js';
import type { PartProps } from './part-props.js';
import { SessionsPanel } from './sessions-panel.js';
import { UsagePanel } from './usage-panel.js';
import { WebsitesPanel } from './websites-panel.js';

// Most come for one part.
const keysPanel = lazily(async () => (await import('./keys-panel.js')).KeysPanel);
const sharesPanel = lazily(async () => (await import('./shares-panel.js')).SharesPanel);
const webhooksPanel = lazily(async () => (await import('./webhooks-panel.js')).WebhooksPanel);
const exportPanel = lazily(async () => (await import('./export-panel.js')).ExportPanel);
const WEBHOOKS = 'webhooks';
/** With what the identifiers of webhooks begin. */
const ONE_WEBHOOK = 'wh_';
const TABS = [
  { tab: undefined, title: 'Websites' },
  { tab: 'keys', title: 'Keys' },
  { tab: 'shares', title: 'Shared links' },
  { tab: WEBHOOKS, title: 'Webhooks' },
  { tab: 'export', title: 'Export' },
  { tab: 'sessions', title: 'Sessions' },
  { tab: 'usage', title: 'Usage and limits' },
];

/** What belongs to the account, from its websites to its limits. */
export function Settings(props: ViewProps) {
  const session = useOwnSession();
  const asked = props.address.tab;
  // One webhook is a part of them.
  const part = asked?.startsWith(ONE_WEBHOOK) ? WEBHOOKS : asked;
  const shown = TABS.find(({ tab }) => tab === part)?.tab;
  return (
    <div class="stack settings-view">
      <Tabs label="Parts of the settings" tabs={TABS} shown={shown} />
      {session?.scope === 'read' && (
        <p class="notice">
          You are signed in with the key {session.key_name}, which may read everything and change
          nothing. To change something, sign out and sign in with a key of scope full.
        </p>
      )}
      <Part {...props} tab={shown} mayChange={session?.scope === 'full'} />
    </div>
  );
}

function Part({ tab, ...props }: PartProps & { tab: string | undefined }) {
  if (tab === 'keys') return <keysPanel.Component {...props} />;
  if (tab === 'shares') return <sharesPanel.Component {...props} />;
  if (tab === WEBHOOKS) return <webhooksPanel.Component {...props} />;
  if (tab === 'export') return <exportPanel.Component {...props} />;
  if (tab === 'sessions') return <SessionsPanel mayChange={props.mayChange} />;
  if (tab === 'usage') return <UsagePanel />;
  return <WebsitesPanel {...props} />;
}
