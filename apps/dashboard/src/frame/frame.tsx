import { useEffect } from 'preact/hooks';
import { currentAddress, useAddress } from '../address/navigation.js';
import type { Address } from '../address/address.js';
import type { Website } from '../api/types.js';
import { useAnswer } from '../api/use-answer.js';
import { ImportPlace } from '../drop/import-place.js';
import { lazily } from '../lazy/lazily.js';
import { Skeleton } from '../parts/panel.js';
import { texts } from '../texts/texts.js';
import { GROUPS, viewOf } from '../views/views.js';
import { Filters } from './filters.js';
import { Foot } from './foot.js';
import { Header } from './header.js';
import { listenForKeys } from './keys.js';
import { Messages } from './messages.js';
import { PaperTitle } from './paper-title.js';
import { Shown } from './shown.js';

const firstWebsite = lazily(
  async () => (await import('../views/settings/first-website.js')).FirstWebsite,
);

/** Most addresses name no days. */
const addressFaults = lazily(async () => (await import('./address-faults.js')).AddressFaults, 0);
const NAMES_DAYS = /[?&](timezone|period|start_date|end_date)=/;

const unknownWebsite = lazily(async () => (await import('./unknown-website.js')).UnknownWebsite);
const allWebsites = lazily(async () => (await import('../views/websites/websites.js')).Websites);

/** The page around a view: header, filters and messages. */
export function Frame() {
  const address = useAddress();
  const { data, problem } = useAnswer('/api/v1/websites', {});
  const websites = data?.websites;
  const website = websites && chosenOf(websites, address);
  const view = viewOf(address.view);
  useEffect(() => listenForKeys(currentAddress), []);
  return (
    <>
      <a class="skip" href="#main">
        {texts.frame.skip}
      </a>
      <Header
        {...{ address, website }}
        websites={websites ?? []}
        isWaiting={websites === undefined}
      />
      <PaperTitle {...{ address, view }} domain={website?.domain} />
      {website && !view.isWithoutVisits && <Filters address={address} website={website} />}
      {NAMES_DAYS.test(location.search) && <addressFaults.Component search={location.search} />}
      <Messages website={website?.id} isSignedIn={websites !== undefined} />
      {websites && <ImportPlace website={website} />}
      {website ? (
        <Shown {...{ address, website, view }} groups={GROUPS} />
      ) : (
        <main id="main" tabIndex={-1}>
          {websites ? (
            <Instead address={address} hasWebsites={websites.length > 0} />
          ) : (
            (!problem || problem.kind === 'wait') && <Skeleton lines={12} />
          )}
        </main>
      )}
      <Foot
        address={address}
        isSignedIn={websites !== undefined}
        hasViews={website !== undefined}
      />
    </>
  );
}

/** What stands there while no website is shown. */
function Instead({ address, hasWebsites }: { address: Address; hasWebsites: boolean }) {
  if (!hasWebsites) return <firstWebsite.Component />;
  if (address.website === undefined)
    return (
      <>
        <h1 class="unseen">{texts.common.allWebsites}</h1>
        <allWebsites.Component address={address} />
      </>
    );
  return <unknownWebsite.Component id={address.website} />;
}

/** The website that the address names, or the only one there is. */
function chosenOf(websites: readonly Website[], { website }: Address): Website | undefined {
  if (website === undefined) return websites.length === 1 ? websites[0] : undefined;
  return websites.find(({ id }) => id === website);
}
