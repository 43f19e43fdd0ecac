import { AUTOMATION_KINDS } from '@app/contracts';
import { type EvidenceRow, evidenceOf } from '../test/evidence.js';
import { aVisitor, DAY, type Visitor } from '../test/visitors.js';
import { createBrowserVisits } from './browser-visits.js';
import type { VisitorGroup } from './group-tally.js';
import { judgeDay, NO_READERS } from './judge-day.js';

/** A visitor with its visits: the pages that it asked for, and how each was answered. */
interface Sent extends Visitor {
  visited?: [page: number, status: number][];
  client?: number;
}

const HOUR_MS = 3_600_000;
const NETWORK = 0xc00002;
const OLD = DAY - 1_000;
const LOGIN = 7;

/** Judges visitors, whose evidence is as their visits are. */
function groupsOf(sent: Sent[]): VisitorGroup[] {
  const visitors = sent.map(({ visited = [[1, 200]], client = 3, ...visitor }) => {
    const errors = visited.filter(([, status]) => status >= 400).length;
    const counts = { visits: visited.length, requests: visited.length, errorVisits: errors };
    const row = { ...aVisitor({ ...visitor, ...counts }), networks: visitor.networks ?? NETWORK };
    return { row: row as Partial<EvidenceRow>, visited, client };
  });
  const all = visitors.flatMap(({ visited, client }, row) =>
    visited.map(([page, status]) => ({ row, page, status, client })),
  );
  const visits = createBrowserVisits(all.length);
  all.forEach(({ row, page, status, client }, at) => {
    visits.visitors[at] = row;
    visits.pages[at] = page;
    visits.statuses[at] = status;
    visits.clients[at] = client;
  });
  const records = { evidence: evidenceOf(visitors.map(({ row }) => row)), visits };
  return judgeDay(records, DAY, NO_READERS).groups;
}

const times = (count: number, visitor: (at: number) => Sent): Sent[] =>
  Array.from({ length: count }, (_, at) => visitor(at));
const someReaders = (): Sent[] =>
  times(4, () => ({ has: ['page', 'ownFile', 'style', 'picture', 'referer'] }));
const only = (kind: VisitorGroup['kind'], groups: VisitorGroup[]) =>
  groups.filter((group) => group.kind === kind);

describe('groups of visitors', () => {
  it('are a fleet for each agent, with networks, pages, and what weighed most', () => {
    const fleet = times(30, (at) => ({
      ...{ agents: 5, addresses: 1_000 + at, networks: NETWORK + (at % 7), released: OLD },
      visited: [[at % 3 === 0 ? 1 : 2, 200]],
    }));
    const [group, ...others] = only('fleet', groupsOf([...someReaders(), ...fleet]));
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      ...{ merged: 1, visits: 30, errors: 0, visitors: 30, agents: 1 },
      pages: {
        most: [
          { number: 2, visits: 20 },
          { number: 1, visits: 10 },
        ],
        total: 2,
      },
      statuses: { most: [{ number: 200, visits: 30 }], total: 1 },
    });
    expect(group?.networks).toMatchObject({ total: 7 });
    expect(group?.networks.most).toHaveLength(5);
    expect(group?.networks.most[0]).toEqual({ number: NETWORK, visits: 5 });
    expect(group?.reasons.map(({ signal, visitors }) => [signal, visitors])).toEqual(
      expect.arrayContaining([
        ['fleet', 30],
        ['veryOld', 30],
      ]),
    );
  });

  it('are a page under attack, by those that write to it and those that ask again and again', () => {
    const bots: Sent[] = [
      { has: ['bareWrite', 'referer'], visited: times25(LOGIN, 200), pages: 25 },
      { has: ['page'], visited: times25(LOGIN, 403), pages: 25, refusals: 25 },
    ];
    const groups = groupsOf([...someReaders(), ...bots]);
    expect(only('brute_force', groups)).toMatchObject([
      { visits: 50, errors: 25, visitors: 2, pages: { most: [{ number: LOGIN, visits: 50 }] } },
    ]);
  });

  it('are no attack when a page was asked for a few times, or served each time', () => {
    const few: Sent = { has: ['bareWrite'], visited: [[LOGIN, 200]], pages: 1 };
    const served: Sent = { has: ['page', 'robotsFile'], visited: times25(9, 200), pages: 25 };
    const groups = groupsOf([...someReaders(), few, served]);
    expect(only('brute_force', groups)).toEqual([]);
    expect(only('crawler', groups)).toMatchObject([{ visits: 25 }]);
  });

  it('are many agents at one address, though all of them are old', () => {
    const agents = times(12, (at) => ({
      ...{ addresses: 99, agents: 200 + at, released: OLD },
    }));
    expect(only('many_agents', groupsOf([...someReaders(), ...agents]))).toMatchObject([
      { visitors: 12, agents: 12 },
    ]);
  });

  it('have each visit of automation once, and those of undecided visitors and people', () => {
    const groups = groupsOf([
      ...someReaders(),
      ...times(3, (): Sent => ({ has: ['page'] })),
      { has: ['probe'], visited: [[4, 404]] },
      { has: ['impossibleAgent', 'malformed'], visited: [[5, 400]] },
    ]);
    const sum = (kinds: readonly string[]) =>
      groups
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((all, { visits }) => all + visits, 0);
    expect([sum(['people']), sum(['undecided']), sum(AUTOMATION_KINDS)]).toEqual([4, 3, 2]);
    const [people] = only('people', groups);
    expect(people).toMatchObject({ networks: { total: 0 }, clients: { total: 0 }, visitors: 4 });
    expect(people?.reasons[0]).toMatchObject({ signal: 'loadedFiles', visitors: 4, weight: 4 });
  });

  it('are at most twenty, and one of each kind for the rest', () => {
    const crawlers = times(30, (at) => ({
      ...{ has: ['page', 'robotsFile'], networks: NETWORK + at, differentPages: 3, pages: 3 },
      visited: Array.from({ length: 3 + (30 - at) }, () => [2, 200] as [number, number]),
    })) as Sent[];
    const found = only('crawler', groupsOf([...someReaders(), ...crawlers]));
    expect(found.reduce((sum, { merged }) => sum + merged, 0)).toBe(30);
    expect(found.filter(({ merged }) => merged > 1)).toHaveLength(1);
    expect(found.length).toBeLessThanOrEqual(21);
    expect(found.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(30);
  });

  it('say when they came first and last', () => {
    const [group] = only(
      'scanner',
      groupsOf([...someReaders(), { has: ['probe'], hours: 5, firstMs: 10, lastMs: 2_000 }]),
    );
    expect(group).toMatchObject({ first: 5 * HOUR_MS + 10, last: 5 * HOUR_MS + 2_000 });
  });
});

function times25(page: number, status: number): [number, number][] {
  return Array.from({ length: 25 }, () => [page, status]);
}
