import { csvAt } from '../../api/asked.js';
import type { Website } from '../../api/types.js';
import { UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';
import { texts } from '../../texts/texts.js';
import { type UnknownHost, UnknownHostList } from './unknown-host-list.js';

interface UnknownHostsOfAccountProps {
  hosts: readonly UnknownHost[];
  /** The websites of the account. */
  websites: readonly Pick<Website, 'id' | 'domain'>[];
}

/** The hosts that belong to no website of the account. */
export function UnknownHostsOfAccount({ hosts, websites }: UnknownHostsOfAccountProps) {
  return (
    <UnknownHostList
      hosts={hosts}
      csv={csvAt('hosts', { ...UNKNOWN_HOSTS, limit: 1_000 })}
      columns={[
        {
          ...{ id: 'counted_for', title: texts.hosts.unknown.countsFor, weight: 1 },
          cell: ({ counted_for: id }) => websites.find((one) => one.id === id)?.domain ?? id,
        },
      ]}
    >
      {texts.hosts.unknown.ofAccount}
    </UnknownHostList>
  );
}
