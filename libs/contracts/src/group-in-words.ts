import { counted, inDigits } from './counted.js';
import type { GroupKind, VisitorGroupEntry } from './visitor-groups.js';

/** What a sentence about a group says of it. */
export type GroupInWords = Pick<
  VisitorGroupEntry,
  'kind' | 'merged' | 'visits' | 'visitors' | 'agents' | 'agents_total' | 'networks' | 'pages'
>;

/** Returns the name of the browser that a user agent is of, or null when nobody knows it. */
export type BrowserOf = (userAgent: string) => string | null;

/** Says a group in one sentence: `One Chrome on 260 addresses: 6,020 visits, counted as automation.` */
export function groupInWords(group: GroupInWords, browserOf: BrowserOf): string {
  const { kind, visits } = group;
  const as = kind === 'undecided' ? 'undecided' : `counted as ${AS[kind] ?? 'automation'}`;
  return `${groupSubject(group, browserOf)}: ${counted(visits, 'visit')}, ${as}.`;
}

const AS: Partial<Record<GroupKind, string>> = { people: 'people' };

/** Says who a group is, as the begin of a sentence. */
export function groupSubject(group: GroupInWords, browserOf: BrowserOf): string {
  return group.merged > 1 ? subjectOfMany(group) : SUBJECTS[group.kind](group, browserOf);
}

type Subject = (group: GroupInWords, browserOf: BrowserOf) => string;

const SUBJECTS: Record<GroupKind, Subject> = {
  fleet: ({ visitors, agents: [agent] }, browserOf) =>
    `One ${browserName(agent, browserOf) ?? 'agent'} on ${counted(visitors, 'address', 'addresses')}`,
  brute_force: ({ visitors, pages: [page] }) =>
    `${page?.path ?? 'A page'} was attacked by ${counted(visitors, 'visitor')}`,
  many_agents: ({ agents_total: agents }) => `${counted(agents, 'agent')} at one busy address`,
  scanner: ({ visitors }) =>
    `${counted(visitors, 'visitor')} asked for what no website links, as scanners do`,
  crawler: (group, browserOf) => `A crawler with ${agentsOf(group, browserOf)}${placesOf(group)}`,
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

const subjectOfMany = ({ kind, merged, visitors }: GroupInWords): string =>
  `${inDigits(merged)} ${MANY[kind] ?? 'smaller groups'} with ${counted(visitors, 'visitor')}`;

function agentsOf(
  { agents: [agent], agents_total: total }: GroupInWords,
  browserOf: BrowserOf,
): string {
  if (total > 1) return `${inDigits(total)} agents of browsers`;
  const browser = browserName(agent, browserOf);
  return browser === null ? 'the agent of a browser' : `the agent of ${browser}`;
}

function placesOf({ networks: [network] }: GroupInWords): string {
  return network === undefined ? '' : ` from ${network.network}`;
}

const browserName = (agent: { user_agent: string } | undefined, browserOf: BrowserOf) =>
  agent === undefined ? null : browserOf(agent.user_agent);
