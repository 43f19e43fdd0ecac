import { csvOf } from '../../api/asked.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { UNKNOWN, UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';
import { UnknownHostList } from './unknown-host-list.js';

/** The hosts whose visits count for a website because they belong to none; nothing without any. */
export function UnknownHosts({ website: { id, domain } }: { website: Website }) {
  const { data } = useAnswer('/api/v1/websites/{id}/hosts', { id, query: UNKNOWN_HOSTS });
  return (
    <UnknownHostList
      hosts={data?.hosts.map((host) => ({ ...host, counted_for: id })) ?? []}
      csv={csvOf('hosts', id, { ...UNKNOWN_HOSTS, limit: 1_000 })}
      more={
        <Link
          to={{ view: 'hosts', tab: UNKNOWN, sort: undefined, days: { period: 'last_30_days' } }}
        >
          All hosts of no website
        </Link>
      }
    >
      In the last 30 days, entries named these hosts, which are no websites of this account. They
      came with a key of {domain}, so they count for it.
    </UnknownHostList>
  );
}
