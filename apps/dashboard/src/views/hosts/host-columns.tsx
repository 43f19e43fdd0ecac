import type { Filters } from '../../address/address.js';
import type { Website } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { dayInShort } from '../../words/dates.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { countColumns, type DimensionCount } from '../dimension-columns.js';
import { AddWebsite } from './add-website.js';
import { type Host, ownerOf, type Owner } from './host.js';
import { HostLink } from './host-link.js';
import { keysInWords } from './keys-in-words.js';

interface HostTable {
  filters: Filters;
  /** The website that is shown. */
  website: Website;
  /** The websites of the account. */
  websites: readonly Website[];
  /** Whether people are told from other visitors with a browser. */
  isJudged: boolean;
}

type HostColumn = Column<Host> & { sort?: 'host' | DimensionCount };

/** The columns of the table of hosts. */
export function hostColumns({ filters, website, websites, isJudged }: HostTable): HostColumn[] {
  return [
    {
      id: 'host',
      title: texts.common.host,
      sort: 'host',
      cell: ({ host, keys }) => (
        <>
          <HostLink host={host} filters={filters} />
          <small class="beside">{keysInWords(keys, website.id, websites)}</small>
        </>
      ),
    },
    {
      id: 'owner',
      title: texts.hosts.belongsTo,
      cell: (host) => (
        <span class="owner">
          <OwnerCell owner={ownerOf(host, website.id, websites)} />
        </span>
      ),
    },
    ...countColumns<Host>(isJudged),
    {
      ...{ id: 'last_day', title: texts.common.lastVisit, kind: 'number', weight: 1 },
      cell: ({ last_day: day }) => dayInShort(day),
    },
  ];
}

function OwnerCell({ owner }: { owner: Owner }) {
  switch (owner.kind) {
    case 'this':
      return <>{texts.hosts.thisWebsite}</>;
    case 'other':
      return (
        <Link
          to={{ website: owner.website.id, view: undefined, tab: undefined, filters: {} }}
          class="over"
        >
          {owner.website.domain}
        </Link>
      );
    case 'none':
      return (
        <>
          {texts.hosts.none} <AddWebsite host={owner.host} />
        </>
      );
    case 'unknown':
      return <>–</>;
  }
}
