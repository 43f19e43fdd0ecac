import { useOwnSession } from '../../api/use-own-session.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { domainToAdd } from './host.js';

/** Leads to the form of a new website for a host, whoever may make one. */
export function AddWebsite({ host }: { host: string }) {
  const session = useOwnSession();
  const domain = domainToAdd(host);
  if (session?.scope !== 'full' || domain === undefined) return null;
  return (
    <Link to={{ view: 'settings', tab: undefined, sort: undefined, add: domain }} class="over">
      {texts.hosts.add}
      <span class="unseen"> {domain}</span>
    </Link>
  );
}
