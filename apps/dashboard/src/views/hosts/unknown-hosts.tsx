import { csvOf } from '../../api/asked.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { UNKNOWN, UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';
import { texts } from '../../texts/texts.js';
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
          {texts.hosts.unknown.all}
        </Link>
      }
    >
      {texts.hosts.unknown.ofWebsite(domain)}
    </UnknownHostList>
  );
}
