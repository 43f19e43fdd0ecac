import type { Address } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import type { Website } from '../api/types.js';
import { Brand } from '../parts/brand.js';
import { Link } from '../parts/link.js';
import { VIEWS, viewOf } from '../views/views.js';
import { PeriodMenu } from './period-menu.js';
import { SettingsMenu } from './settings-menu.js';
import { CompareButton, ViewLinks } from './view-links.js';

interface HeaderProps {
  address: Address;
  websites: readonly Website[];
  website: Website | undefined;
}

/** What is shown: which website, which view of it, and which days. */
export function Header({ address, websites, website }: HeaderProps) {
  const { name: shown, isWithoutVisits } = viewOf(address.view);
  return (
    <header class="top">
      <Link to={{ view: undefined, filters: {}, tab: undefined }} class="home">
        <Brand />
      </Link>
      <WebsiteChoice websites={websites} website={website} />
      <ViewLinks views={website ? VIEWS : []} shown={shown} />
      <div class="choices">
        {!(website && isWithoutVisits) && (
          <>
            <CompareButton address={address} />
            <PeriodMenu address={address} />
          </>
        )}
        <SettingsMenu />
      </div>
    </header>
  );
}

function WebsiteChoice({ websites, website }: Omit<HeaderProps, 'address'>) {
  if (websites.length === 0) return <span class="website" />;
  if (websites.length === 1 && website) return <span class="website">{website.domain}</span>;
  return (
    <select
      class="website"
      aria-label="Website"
      value={website?.id ?? ''}
      onChange={(event) =>
        navigate({ website: event.currentTarget.value || undefined, filters: {}, tab: undefined })
      }
    >
      <option value="">All websites</option>
      {websites.map(({ id, domain }) => (
        <option key={id} value={id}>
          {domain}
        </option>
      ))}
    </select>
  );
}
