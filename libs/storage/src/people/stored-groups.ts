import type { GroupKind, VisitorGroupEntry } from '@app/contracts';
import {
  type Counted,
  networkText,
  type SignalName,
  SIGNALS,
  type VisitorGroup,
} from '@app/people';
import type { BrowserOfClient } from './verdict-rows.js';

/** A group as it is stored: with texts in the place of numbers, because it outlives their dictionaries. */
export interface StoredGroup extends Omit<
  VisitorGroup,
  'networks' | 'clients' | 'agents' | 'pages' | 'statuses' | 'reasons'
> {
  networks: CountedTexts;
  agents: CountedTexts;
  pages: CountedTexts;
  statuses: [status: number, visits: number][];
  reasons: [signal: string, weight: number, visitors: number][];
}

/** The texts with the most visits, and how many there are. */
interface CountedTexts {
  most: [text: string, visits: number][];
  total: number;
}

/** What numbers of a group stand for. */
export interface GroupTexts {
  clients: ReadonlyMap<number, Pick<BrowserOfClient, 'userAgent'>>;
  paths: ReadonlyMap<number, string>;
}

const MOST_AGENTS = 5;

/** Returns a group as it is stored. */
export function storedGroup(group: VisitorGroup, { clients, paths }: GroupTexts): StoredGroup {
  const { kind, merged, visits, errors, visitors, first, last } = group;
  return {
    ...{ kind, merged, visits, errors, visitors, first, last },
    networks: textsOf(group.networks, networkText),
    agents: { most: agentsOf(group.clients, clients), total: group.agents },
    pages: textsOf(group.pages, (page) => paths.get(page)),
    statuses: group.statuses.most.map(({ number, visits: own }) => [number, own]),
    reasons: group.reasons.map(({ signal, weight, visitors: of }) => [signal, weight, of]),
  };
}

function textsOf(
  { most, total }: Counted,
  textOf: (number: number) => string | undefined,
): CountedTexts {
  const texts = most.flatMap(({ number, visits }): [string, number][] => {
    const text = textOf(number);
    return text === undefined ? [] : [[text, visits]];
  });
  return { most: texts, total };
}

/** Several clients have the same agent: they differ in method and host. */
function agentsOf(
  { most }: Counted,
  clients: GroupTexts['clients'],
): [agent: string, visits: number][] {
  const byAgent = new Map<string, number>();
  for (const { number, visits } of most) {
    const agent = clients.get(number)?.userAgent;
    if (agent !== undefined) byAgent.set(agent, (byAgent.get(agent) ?? 0) + visits);
  }
  return [...byAgent].sort(([, one], [, other]) => other - one).slice(0, MOST_AGENTS);
}

const moment = (day: number, ms: number) => new Date(day + ms).toISOString();

/**
 * Returns a stored group as reports show it.
 *
 * @param day its begin, epoch milliseconds
 */
export function groupEntry(day: number, group: StoredGroup): VisitorGroupEntry {
  const { kind, merged, visits, errors, visitors, first, last } = group;
  return {
    date: moment(day, 0).slice(0, 'YYYY-MM-DD'.length),
    kind: kind as GroupKind,
    ...{ merged, visits, error_visits: errors, visitors },
    ...{ first_seen: moment(day, first), last_seen: moment(day, last) },
    networks: group.networks.most.map(([network, own]) => ({ network, visits: own })),
    networks_total: group.networks.total,
    agents: group.agents.most.map(([agent, own]) => ({ user_agent: agent, visits: own })),
    agents_total: group.agents.total,
    pages: group.pages.most.map(([path, own]) => ({ path, visits: own })),
    pages_total: group.pages.total,
    status_codes: group.statuses.map(([status, own]) => ({ status_code: status, visits: own })),
    reasons: group.reasons.map(([signal, weight, of]) => ({
      ...{ signal, why: SIGNALS[signal as SignalName]?.why ?? signal, weight, visitors: of },
    })),
  };
}
