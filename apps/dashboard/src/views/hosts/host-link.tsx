import { type Address, type Filters, withFilter } from '../../address/address.js';
import { Link } from '../../parts/link.js';
import { asShown } from '../../words/strangers.js';
import { nameOf } from './host.js';

interface HostLinkProps {
  host: string | null;
  /** The filters that are set now. They stay, except for what cannot be counted by host. */
  filters: Filters;
  /** What else the link changes. */
  to?: Partial<Address>;
}

/** The host of a row. It leads to what is counted of this host alone, where it is known. */
export function HostLink({ host, filters, to }: HostLinkProps) {
  const name = asShown(nameOf(host));
  if (!host) return <>{name}</>;
  return (
    <Link
      to={{
        ...{ view: undefined, tab: undefined, sort: undefined },
        ...{ ...to, filters: withFilter(filters, 'host', host) },
      }}
      class="row path"
      title={name}
    >
      {name}
    </Link>
  );
}
