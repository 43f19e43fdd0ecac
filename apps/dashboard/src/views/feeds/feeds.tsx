import '../../style/forms.css';
import './feeds.css';
import { Tabs } from '../../parts/tabs.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { Health } from './health.js';
import { Senders } from './senders.js';
import { SETUP } from './setup-tab.js';

const TABS = [
  { tab: undefined, title: texts.feeds.arrivals },
  { tab: SETUP, title: texts.feeds.setUp },
];

/** Whether logs arrive, and how senders are made to send them. */
export function Feeds(props: ViewProps) {
  const { tab } = props.address;
  return (
    <div class="stack feeds-view">
      <Tabs label={texts.feeds.parts} tabs={TABS} shown={tab === undefined ? undefined : SETUP} />
      {tab === undefined ? (
        <Health {...props} />
      ) : (
        <Senders {...props} chosen={tab === SETUP ? undefined : tab} />
      )}
    </div>
  );
}
