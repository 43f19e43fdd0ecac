import { counted, type ToldGroup } from '@app/contracts';
import { type Cell, count, type Paint, printable, table } from '@app/report-text';
import type { PeopleOfDay } from './people-of-day.js';

/** Renders how the visitors of a day were judged; with groups, also why. */
export function renderPeople(people: PeopleOfDay, paint: Paint): string {
  const { domain, date, groups } = people;
  return [
    [
      paint.title(`${printable(domain)}: visits of browsers on ${date} (UTC)`),
      wordsOf(people),
      ...people.not_judged.map(reasonInWords),
    ].join('\n'),
    ...(groups ? explained(groups, paint) : []),
  ].join('\n\n');
}

function wordsOf({ visits, visitors }: PeopleOfDay): string {
  const rows: [string, number | null, number | null][] = [
    ['People', visits.people_visits, visitors.people_visitors],
    ['Undecided', visits.undecided_visits, visitors.undecided_visitors],
    ['Automation', visits.automation_visits, visitors.automation_visitors],
    ['Not judged', visits.not_judged_visits, null],
  ];
  return table(
    [
      ...[{ title: '' }, { title: 'VISITS', align: 'right' as const }],
      { title: 'VISITORS', align: 'right' as const },
    ],
    rows.map(([word, ...counts]) => [word, ...counts.map(inFull)]),
    { indent: '  ' },
  );
}

const inFull = (value: number | null): Cell => (value === null ? null : count(value));

const reasonInWords = ({ visits, why, remedy }: PeopleOfDay['not_judged'][number]): string =>
  `  ${counted(visits, 'visit is', 'visits are')} not judged: ${why}. To change that, ${remedy}.`;

function explained(groups: readonly ToldGroup[], paint: Paint): string[] {
  if (groups.length === 0) return ['No visitor of the day is judged.'];
  return groups.map((group) => groupText(group, paint));
}

function groupText(group: ToldGroup, paint: Paint): string {
  const { text, first_seen, last_seen, error_visits: errors } = group;
  const clock = (iso: string) => iso.slice(11, 16);
  return [
    paint.title(printable(text)),
    `  From ${clock(first_seen)} to ${clock(last_seen)} UTC, ${counted(errors, 'error')}`,
    ...countsOf('Networks', group.networks_total, pairs(group.networks, 'network')),
    ...countsOf('Agents', group.agents_total, pairs(group.agents, 'user_agent')),
    ...countsOf('Pages', group.pages_total, pairs(group.pages, 'path')),
    ...countsOf(
      'Status codes',
      group.status_codes.length,
      pairs(group.status_codes, 'status_code'),
    ),
    '  Judged by',
    table(
      [
        { title: 'WEIGHT', align: 'right' },
        { title: 'VISITORS', align: 'right' },
        { title: 'WHY' },
      ],
      group.reasons.map(({ weight, visitors, why }) => [
        ...[weight > 0 ? `+${weight}` : `${weight}`, count(visitors), why],
      ]),
      { indent: '    ' },
    ),
  ].join('\n');
}

/** What has visits, and how many. */
type Pair = [what: string, visits: number];

const pairs = <Name extends string>(
  rows: readonly ({ visits: number } & Record<Name, string | number>)[],
  name: Name,
): Pair[] => rows.map((row) => [`${row[name]}`, row.visits]);

/** Renders what a group has most of, a line each; nothing where none is known. */
function countsOf(title: string, total: number, rows: readonly Pair[]): string[] {
  if (rows.length === 0) return [];
  const cut = total > rows.length ? ` (${rows.length} of ${count(total)})` : '';
  const width = Math.max(...rows.map(([, visits]) => count(visits).length));
  return [
    `  ${title}${cut}`,
    ...rows.map(([what, visits]) => `    ${count(visits).padStart(width)}  ${printable(what)}`),
  ];
}
