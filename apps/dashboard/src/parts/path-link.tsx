import { type Address, type Filters, withFilter } from '../address/address.js';
import { asShown } from '../words/strangers.js';
import { Link } from './link.js';

interface PathLinkProps {
  path: string;
  /** The filters that are set now. They stay. */
  filters: Filters;
  /** What else the link changes. */
  to?: Partial<Address>;
}

/** The path of a page in a table. It leads to what is known of that page alone. */
export function PathLink({ path, filters, to }: PathLinkProps) {
  const shown = asShown(path);
  return (
    <Link
      to={{ ...to, filters: withFilter(filters, 'exact_path', path) }}
      class="row path"
      title={shown}
    >
      {shown}
    </Link>
  );
}
