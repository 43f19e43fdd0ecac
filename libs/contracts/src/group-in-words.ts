import { counted, inDigits } from './counted.js';
import type { GroupFigures, GroupKind, VisitorGroupEntry } from './visitor-groups.js';

/** Returns the name of the browser that a user agent is of, or null when nobody knows it. */
export type BrowserOf = (userAgent: string) => string | null;

/** Returns what sentences about a group say of it. */
export function groupFigures(
  group: Omit<GroupSource, 'visits'>,
  browserOf: BrowserOf,
): GroupFigures {
  const { kind, merged, visitors, agents_total, agents, networks, pages } = group;
  return {
    ...{ kind, merged, visitors, agents_total },
    browser: agents[0] ? browserOf(agents[0].user_agent) : null,
    network: networks[0]?.network ?? null,
    page: pages[0]?.path ?? null,
  };
}

type GroupSource = Pick<
  VisitorGroupEntry,
  'kind' | 'merged' | 'visits' | 'visitors' | 'agents' | 'agents_total' | 'networks' | 'pages'
>;

/** Says a group in one sentence: `One Chrome on 260 addresses: 6,020 visits, counted as automation.` */
export function groupInWords(group: GroupFigures, visits: number): string {
  const { kind } = group;
  const as = kind === 'undecided' ? 'undecided' : `counted as ${AS[kind] ?? 'automation'}`;
  return `${groupSubject(group)}: ${counted(visits, 'visit')}, ${as}.`;
}

const AS: Partial<Record<GroupKind, string>> = { people: 'people' };

/** Says who a group is, as the begin of a sentence. */
export const groupSubject = (group: GroupFigures): string =>
  group.merged > 1 ? subjectOfMany(group) : SUBJECTS[group.kind](group);

const SUBJECTS: Record<GroupKind, (group: GroupFigures) => string> = {
  fleet: ({ visitors, browser }) =>
    `One ${browser ?? 'agent'} on ${counted(visitors, 'address', 'addresses')}`,
  brute_force: ({ visitors, page }) =>
    `${page ?? 'A page'} was attacked by ${counted(visitors, 'visitor')}`,
  many_agents: ({ agents_total: agents }) => `${counted(agents, 'agent')} at one busy address`,
  scanner: ({ visitors }) =>
    `${counted(visitors, 'visitor')} asked for what no website links, as scanners do`,
  crawler: (group) => `A crawler with ${agentsOf(group)}${placeOf(group)}`,
  old_browsers: ({ visitors }) =>
    `${counted(visitors, 'visitor')} with ${visitors === 1 ? 'a browser' : 'browsers'} far older than those of readers, or that never existed`,
  other: ({ visitors }) => `${counted(visitors, 'visitor')} did what programs do`,
  undecided: ({ visitors }) =>
    `${counted(visitors, 'visitor')} did nothing that tells people and programs apart`,
  people: ({ visitors }) => `${counted(visitors, 'visitor')} did what readers do`,
};

/** What several groups of a kind are called. Of the other kinds there is one group a day. */
const MANY: Partial<Record<GroupKind, string>> = {
  fleet: 'smaller fleets',
  brute_force: 'pages under smaller attacks',
  many_agents: 'busy addresses of many agents',
  crawler: 'smaller crawlers',
};

const subjectOfMany = ({ kind, merged, visitors }: GroupFigures): string =>
  `${inDigits(merged)} ${MANY[kind] ?? 'smaller groups'} with ${counted(visitors, 'visitor')}`;

function agentsOf({ agents_total: total, browser }: GroupFigures): string {
  if (total > 1) return `${inDigits(total)} agents of browsers`;
  return `the agent of ${browser ?? 'a browser'}`;
}

const placeOf = ({ network }: GroupFigures): string => (network === null ? '' : ` from ${network}`);
