import type { GroupKind } from '@app/contracts';
import { attackedPages } from './attacked-pages.js';
import { GroupTally, type VisitorGroup } from './group-tally.js';
import { kindOf } from './group-kinds.js';
import type { JudgedVisitors } from './judgement.js';
import type { VisitorDay } from './visitor-day.js';
import type { VisitorRecords } from './visitor-records.js';

/** How many groups of a day are kept. Those with the fewest visits are one group of their kind. */
const MOST_GROUPS = 20;

/** A group before its visits are looked at. */
interface Found {
  kind: GroupKind;
  /** What its visitors have in common. */
  key: number;
  visits: number;
}

/** The order of groups, which depends on no order of visitors. */
const compare = (one: Found, other: Found) =>
  other.visits - one.visits ||
  (one.kind === other.kind ? one.key - other.key : one.kind < other.kind ? -1 : 1);

/**
 * Groups the visitors of a day that were judged alike: all of automation belong to one group each, and
 * undecided visitors and people are two more. It is a function of its arguments alone.
 */
export function groupVisitors(
  records: VisitorRecords,
  visitors: VisitorDay,
  judged: JudgedVisitors,
): VisitorGroup[] {
  const { groupOf, found } = findGroups(records, visitors, judged);
  const { tallies, tallyOf } = talliesOf(found);
  const ofVisitor = (visitor: number) => tallyOf[groupOf[visitor] as number];
  addVisitors(visitors, judged, ofVisitor);
  addEvidence(records, visitors, ofVisitor);
  addVisits(records, visitors, ofVisitor);
  const groups = tallies.map((tally) => tally.group()).filter(({ visits }) => visits > 0);
  // What is merged may have more visits than a group before it; those with the same stay in their order.
  return groups.sort((one, other) => other.visits - one.visits);
}

/** Finds the group of each visitor, and the visits of each group. */
function findGroups(
  records: VisitorRecords,
  visitors: VisitorDay,
  { judgements, low, high }: JudgedVisitors,
): { groupOf: Int32Array; found: Found[] } {
  const isAutomation = (visitor: number) => judgements[visitor] === 'automation';
  const attacked = attackedPages(records, visitors, isAutomation);
  const known = new Map<GroupKind, Map<number, number>>();
  const found: Found[] = [];
  const groupOf = new Int32Array(visitors.count).fill(-1);
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    const judgement = judgements[visitor];
    if (judgement === 'none' || judgement === undefined) continue;
    const page = attacked[visitor] as number;
    const kind = isAutomation(visitor)
      ? page > 0
        ? 'brute_force'
        : kindOf(low[visitor] as number, high[visitor] as number)
      : (judgement as 'people' | 'undecided');
    const ofKind = known.get(kind) ?? new Map<number, number>();
    known.set(kind, ofKind);
    const key = KEY_OF[kind]?.(visitors, visitor, page) ?? 0;
    let group = ofKind.get(key);
    if (group === undefined) ofKind.set(key, (group = found.push({ kind, key, visits: 0 }) - 1));
    groupOf[visitor] = group;
  }
  const { evidence } = records;
  for (let row = 0; row < evidence.count; row++) {
    const group = found[groupOf[visitors.visitorOf[row] as number] as number];
    if (group) group.visits += evidence.visits[row] as number;
  }
  return { groupOf, found };
}

type KeyOf = (visitors: VisitorDay, visitor: number, page: number) => number;

/** What visitors of a kind have in common who are one group. Of the other kinds all are one. */
const KEY_OF: Partial<Record<GroupKind, KeyOf>> = {
  fleet: ({ agents }, visitor) => agents[visitor] as number,
  brute_force: (_, __, page) => page,
  many_agents: ({ addresses }, visitor) => addresses[visitor] as number,
  // Where no network is kept, the address tells.
  crawler: ({ networks, addresses }, visitor) =>
    (networks[visitor] as number) || (addresses[visitor] as number),
};

/** Returns a tally for each of the largest groups, and one for the others of each kind. */
function talliesOf(found: readonly Found[]) {
  const order = [...found.keys()].sort((one, other) =>
    compare(found[one] as Found, found[other] as Found),
  );
  const tallies: GroupTally[] = [];
  const rest = new Map<GroupKind, GroupTally>();
  const tallyOf = new Array<GroupTally | undefined>(found.length);
  order.forEach((group, rank) => {
    const { kind } = found[group] as Found;
    let tally = rank < MOST_GROUPS ? undefined : rest.get(kind);
    if (!tally) {
      tallies.push((tally = new GroupTally(kind)));
      if (rank >= MOST_GROUPS) rest.set(kind, tally);
    }
    tally.merged++;
    tallyOf[group] = tally;
  });
  return { tallies, tallyOf };
}

type TallyOf = (visitor: number) => GroupTally | undefined;

function addVisitors(
  visitors: VisitorDay,
  { low, high }: JudgedVisitors,
  ofVisitor: TallyOf,
): void {
  for (let visitor = 0; visitor < visitors.count; visitor++)
    ofVisitor(visitor)?.addVisitor({
      agent: visitors.agents[visitor] as number,
      low: low[visitor] as number,
      high: high[visitor] as number,
    });
}

function addEvidence({ evidence }: VisitorRecords, visitors: VisitorDay, ofVisitor: TallyOf): void {
  for (let row = 0; row < evidence.count; row++)
    ofVisitor(visitors.visitorOf[row] as number)?.addEvidence(evidence, row);
}

function addVisits({ visits }: VisitorRecords, visitors: VisitorDay, ofVisitor: TallyOf): void {
  for (let at = 0; at < visits.count; at++)
    ofVisitor(visitors.visitorOf[visits.visitors[at] as number] as number)?.addVisit(visits, at);
}
