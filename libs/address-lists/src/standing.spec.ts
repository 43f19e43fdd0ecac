import { addressNumbers } from '@app/contracts';
import { compileLists, provedTime, verdict } from '@app/verification';
import { aList, TEN } from '../test/example-lists.js';
import { standingOf } from './standing.js';

const DAY_MS = 86_400_000;
const FETCHED = '2026-05-05';
const after = (days: number) => Date.parse(FETCHED) + days * DAY_MS;
const content = (id: string, fetchedAt = FETCHED, prefixes: string[] = TEN) => ({
  ...{ id, fetchedAt, prefixes },
});

it('counts the lists that operators publish by what they prove', () => {
  const lists = [
    aList({ id: 'days', provesForDays: 2, completeFor: ['daysbot', 'otherbot'] }),
    aList({ id: 'week', provesForDays: 7, completeFor: ['weekbot'] }),
    // It calls nobody spoofed, and verifies at any age.
    aList({ id: 'verifies', provesForDays: 7, completeFor: [] }),
    aList({ id: 'missing' }),
    aList({ id: 'empty' }),
    aList({ id: 'release', sources: [] }),
    aList({ id: 'cdn', role: 'edge', completeFor: [] }),
  ];
  const contents = [
    ...[content('days'), content('week', '2026-05-04'), content('verifies', '2026-05-01')],
    ...[content('empty', FETCHED, []), content('release', '2020-01-01'), content('cdn')],
  ];
  const counted = { lists: 5, missing: 2, oldest: '2026-05-01T00:00:00.000Z', releaseOnly: 1 };
  expect(standingOf(contents, after(2), lists)).toEqual({
    ...counted,
    ...{ current: 3, old: 0, oldLists: [] },
  });
  const days = { id: 'days', bots: ['daysbot', 'otherbot'], fetchedAt: FETCHED };
  expect(standingOf(contents, after(2) + 1, lists)).toEqual({
    ...counted,
    ...{ current: 2, old: 1, oldLists: [days] },
  });
  expect(standingOf(contents, after(90), lists)).toMatchObject({ current: 1, old: 2 });
});

it('knows no age of lists that are not there', () => {
  expect(standingOf([], after(0), [aList()])).toMatchObject({ lists: 1, missing: 1, oldest: null });
});

it('calls a list old from the moment at which the verdict does', () => {
  const list = aList({ completeFor: ['examplebot'] });
  const contents = [content(list.id)];
  const until = provedTime(list, contents[0]!).provesUntil;
  const reasonAt = (time: number) =>
    verdict(
      {
        bot: { slug: 'examplebot', provider: list.provider },
        ...{ address: addressNumbers('30.1.2.3'), time },
      },
      compileLists(contents, [list], []),
    ).reason;
  expect([reasonAt(until), reasonAt(until + 1)]).toEqual(['outside_complete_list', 'list_too_old']);
  expect(standingOf(contents, until, [list]).old).toBe(0);
  expect(standingOf(contents, until + 1, [list]).old).toBe(1);
});
