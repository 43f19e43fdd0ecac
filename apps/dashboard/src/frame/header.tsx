import type { Address } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import type { Website } from '../api/types.js';
import { Brand } from '../parts/brand.js';
import { Link } from '../parts/link.js';
import { texts } from '../texts/texts.js';
import { GROUPS, viewOf } from '../views/views.js';
import { PeriodMenu } from './period-menu.js';
import { SettingsMenu } from './settings-menu.js';
import { CompareButton, GroupLinks } from './view-links.js';

interface HeaderProps {
  address: Address;
  websites: readonly Website[];
  website: Website | undefined;
  /** Whether what an address names is not known to be there yet. */
  isWaiting: boolean;
}

/** What is shown: which website, which view of it, and which days. */
export function Header({ address, websites, website, isWaiting }: HeaderProps) {
  const shown = viewOf(address.view);
  // The links have their place before the website is known, so that nothing moves when it is.
  const hasViews = website !== undefined || (isWaiting && address.website !== undefined);
  return (
    <header class="top">
      <Link to={{ view: undefined, filters: {}, tab: undefined }} class="home">
        <Brand />
      </Link>
      <WebsiteChoice websites={websites} website={website} />
      <GroupLinks groups={hasViews ? GROUPS : []} shown={shown} />
      <div class="choices">
        {!(hasViews && shown.isWithoutVisits) && (
          <>
            <CompareButton address={address} />
            <PeriodMenu address={address} />
          </>
        )}
        <SettingsMenu groups={GROUPS} />
      </div>
    </header>
  );
}

function WebsiteChoice({ websites, website }: Pick<HeaderProps, 'websites' | 'website'>) {
  // Most accounts with an address of a website have several.
  if (websites.length === 0) return <div class="website" />;
  if (websites.length === 1 && website)
    return (
      <span class="website" title={website.domain}>
        {website.domain}
      </span>
    );
  return (
    <select
      class="website"
      aria-label={texts.common.website}
      title={website?.domain}
      value={website?.id ?? ''}
      onChange={(event) =>
        navigate({ website: event.currentTarget.value || undefined, filters: {}, tab: undefined })
      }
    >
      <option value="">{texts.common.allWebsites}</option>
      {websites.map(({ id, domain }) => (
        <option key={id} value={id}>
          {domain}
        </option>
      ))}
    </select>
  );
}
