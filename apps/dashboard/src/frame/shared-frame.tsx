import './shared.css';
import { useEffect, useState } from 'preact/hooks';
import { type Address, USUAL_DAYS } from '../address/address.js';
import { dayIn, spanOf } from '../address/days.js';
import {
  currentAddress,
  hrefTo,
  navigate,
  setUsualDays,
  useAddress,
} from '../address/navigation.js';
import type { Shared } from '../api/session.js';
import type { Website } from '../api/types.js';
import { AddressFaults } from './address-faults.js';
import { Filters } from './filters.js';
import { Foot } from './foot.js';
import { listenForKeys } from './keys.js';
import { Messages } from './messages.js';
import { PaperTitle } from './paper-title.js';
import { PeriodMenu } from './period-menu.js';
import { SettingsMenu } from './settings-menu.js';
import { Shown } from './shown.js';
import { CompareButton, GroupLinks } from './view-links.js';
import { Brand } from '../parts/brand.js';
import { Link } from '../parts/link.js';
import { hasDaysBefore } from '../views/days-before.js';
import { groupsWith, viewOf } from '../views/views.js';
import { momentInWords } from '../words/dates.js';
import { asShown } from '../words/strangers.js';
import { type Bounds, isWithin } from '../address/bounds.js';
import { addressWithin, openingDays } from '../address/shared-days.js';
import { Rich } from '../texts/rich.js';
import { texts } from '../texts/texts.js';
import { boundsInWords } from '../words/bounds-in-words.js';

/** The views that ask for nothing but what a shared link shows. */
const FOR_READERS = [
  'overview',
  'ai',
  'bots',
  'pages',
  'answers',
  'people',
  'countries',
  'coverage',
];
const GROUPS = groupsWith(FOR_READERS);

/** The page for the reader of a shared link: one website, on the days of the link. */
export function SharedFrame({ shared }: { shared: Shared }) {
  const today = dayIn('UTC', Date.now());
  // They hold for the first drawing, too, and for nobody after this link.
  useState(() => setUsualDays(openingDays(shared, today)));
  useEffect(() => () => setUsualDays(USUAL_DAYS), []);
  const asked = useAddress();
  const address = addressWithin(asked, shared, today);
  const href = hrefTo(address);
  // What was wrong is said as long as what is shown in its place.
  const [opened] = useState(() => ({
    href,
    search: location.search,
    others: faultsWithin(asked, shared, today),
  }));
  const view = viewOf(address.view, GROUPS);
  // The views for readers need nothing else of it.
  const website = shared.website as Website;
  useEffect(() => listenForKeys(currentAddress, GROUPS), []);
  // The address says what is shown, so that it can be sent on.
  useEffect(() => {
    if (href !== hrefTo(currentAddress())) navigate(address, 'replace');
  }, [href, asked]);
  const mayCompare = hasDaysBefore({ address, today, shared });
  return (
    <>
      <a class="skip" href="#main">
        {texts.frame.skip}
      </a>
      <header class="top">
        <Link to={{ view: undefined, filters: {}, tab: undefined }} class="home">
          <Brand />
        </Link>
        <span class="website" title={website.domain}>
          {website.domain}
        </span>
        <GroupLinks groups={GROUPS} shown={view} />
        <div class="choices">
          {mayCompare && <CompareButton address={address} />}
          <PeriodMenu address={address} bounds={shared} />
          <SettingsMenu groups={GROUPS} leave={texts.frame.closeLink} />
        </div>
      </header>
      <PaperTitle {...{ address, view }} domain={website.domain} />
      <SharedLine shared={shared} />
      {href === opened.href && <AddressFaults {...opened} />}
      <Filters address={address} website={website} />
      <Messages website={undefined} isSignedIn={false} />
      <Shown {...{ address, website, view, shared }} groups={GROUPS} />
      <Foot address={address} isSignedIn={false} />
    </>
  );
}

/** Says for whom the link was made, and what it shows. */
function SharedLine({ shared }: { shared: Shared }) {
  const { name, website, expires_at } = shared;
  const words = texts.frame.shared;
  const days = boundsInWords(shared);
  return (
    <aside class="shared-line" aria-label={words.title}>
      <Rich
        text={expires_at ? words.ends(days, momentInWords(expires_at)) : words.stays(days)}
        elements={{ name: () => <b>{words.name(asShown(name))}</b>, domain: () => website.domain }}
      />
    </aside>
  );
}

/** What an address asks for that this link does not show. */
function faultsWithin({ days, timezone }: Address, bounds: Bounds, today: string): string[] {
  return [
    ...(timezone === undefined ? [] : [texts.frame.onlyUtc]),
    ...(isWithin(spanOf(days, today), bounds) ? [] : [texts.frame.onlyDays(boundsInWords(bounds))]),
  ];
}
