import '../../style/forms.css';
import './settings.css';
import { useOwnSession } from '../../api/use-own-session.js';
import { lazily } from '../../lazy/lazily.js';
import { Tabs } from '../../parts/tabs.js';
import { texts } from '../../texts/texts.js';
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
const words = texts.settings;
const WEBHOOKS = 'webhooks';
/** With what the identifiers of webhooks begin. */
const ONE_WEBHOOK = 'wh_';
const TABS = [
  { tab: undefined, title: words.tabs.websites },
  { tab: 'keys', title: words.tabs.keys },
  { tab: 'shares', title: words.tabs.shares },
  { tab: WEBHOOKS, title: words.tabs.webhooks },
  { tab: 'export', title: words.tabs.export },
  { tab: 'sessions', title: words.tabs.sessions },
  { tab: 'usage', title: words.tabs.usage },
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
      <Tabs label={words.parts} tabs={TABS} shown={shown} />
      {session?.scope === 'read' && <p class="notice">{words.mayOnlyRead(session.key_name)}</p>}
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
