import type { AutomationGroup } from '@app/alerts';
import { cleanStart } from '@app/contracts';
import type { RecentGroupsRow } from '@app/storage';
import { agentName } from './agent-name.js';

/** What tells events apart is in an index, and an event is a message. */
const LONGEST_BYTES = 500;

type Stored = RecentGroupsRow['groups'][number];

/** Returns fleets by their agents, and pages under attack by their paths. */
export function automationGroups({ day, groups }: RecentGroupsRow): AutomationGroup[] {
  return groups.flatMap((group) => (group.merged === 1 ? alone(group, day) : several(group, day)));
}

/** What visitors of a group have in common comes first: hardly anything else is there. */
function alone(group: Stored, day: number): AutomationGroup[] {
  return textsOf(group)
    .slice(0, 1)
    .map(([text]) => ({ ...groupOf(group, text, day), isAlone: true }));
}

/** Small groups that are kept as one are known by the texts with the most visits. */
const several = (group: Stored, day: number): AutomationGroup[] =>
  textsOf(group).map(([text, visits]) => ({
    ...groupOf(group, text, day),
    visits,
    isAlone: false,
  }));

const textsOf = ({ kind, agents, pages }: Stored) => (kind === 'fleet' ? agents : pages).most;

function groupOf(group: Stored, text: string, day: number): Omit<AutomationGroup, 'isAlone'> {
  const { visits, errors, visitors, networks, statuses, first } = group;
  const kind = group.kind as AutomationGroup['kind'];
  const of = cleanStart(text, LONGEST_BYTES);
  return {
    ...{ kind, of, name: kind === 'fleet' ? agentName(text) : of },
    ...{ visits, errors, visitors, networks: networks.total },
    statuses: statuses.map(([status]) => status),
    firstSeen: day + first,
  };
}
