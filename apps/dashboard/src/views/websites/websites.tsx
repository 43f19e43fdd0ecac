import type { Address } from '../../address/address.js';
import { lazily } from '../../lazy/lazily.js';
import { Tabs } from '../../parts/tabs.js';
import { texts } from '../../texts/texts.js';
import { SIDE_BY_SIDE } from './pair-of.js';
import { WebsiteTable } from './website-table.js';

const TABS = [
  { tab: undefined, title: texts.common.allWebsites },
  { tab: SIDE_BY_SIDE, title: texts.websites.sideBySide },
];
const sideBySide = lazily(async () => (await import('./side-by-side.js')).SideBySide);

/** The websites of an account that has several, when the address names none of them. */
export function Websites({ address }: { address: Address }) {
  const { tab } = address;
  return (
    <div class="stack">
      <Tabs
        label={texts.common.allWebsites}
        tabs={TABS}
        shown={tab === undefined ? undefined : SIDE_BY_SIDE}
      />
      {tab === undefined ? (
        <WebsiteTable address={address} />
      ) : (
        <sideBySide.Component address={address} />
      )}
    </div>
  );
}
