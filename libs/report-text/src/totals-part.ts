import type { VerificationCounts } from '@app/contracts';
import { canBeJudged, isJudged } from './judged.js';
import type { Paint } from './paint.js';
import type { Report } from './report-data.js';
import { bar, count, percent, printable } from './text.js';

const BAR = 20;

type Totals = Report['summary'];
/** A row of the totals: its name, its visits, and the colour of its bar. */
type Row = [name: string, visits: number, colour: (text: string) => string];

/** Renders how many visits there were, and of whom. Rows that are not indented add up to all. */
export function totalsPart({ domain, summary, ...report }: Report, paint: Paint): string {
  const { total_visits: total, period } = summary;
  const numbers = (name: string, visits: number) =>
    `  ${name.padEnd(24)}${count(visits).padStart(13)}`;
  const visits =
    domain === undefined ? 'Visits' : `${printable(domain)}${limitText(report)}: visits`;
  const note = noteOf(summary);
  return [
    paint.title(`${visits} from ${period.start} to ${period.end} (UTC)`),
    `${numbers('All visits', total)}${changeText(summary)}`,
    ...[...browserRows(summary, paint), ...botRows(summary, paint)].map(([name, some, colour]) =>
      `${numbers(name, some)}  ${percent(some, total).padStart(7)}  ${colour(bar(some, total, BAR))}`.trimEnd(),
    ),
    ...(note === undefined ? [] : [paint.dim(note)]),
  ].join('\n');
}

function browserRows(summary: Totals, paint: Paint): Row[] {
  const { ai_referred_visits: referred, referers_logged } = summary;
  const isKnown = referred !== undefined && referred !== null && referers_logged !== false;
  const sent: Row[] = isKnown ? [['  sent by AI assistants', referred, paint.human]] : [];
  if (isJudged(summary))
    return [
      ['People', summary.people_visits, paint.human],
      ...sent,
      ['Undecided', summary.undecided_visits, paint.dim],
      ['Not judged', summary.not_judged_visits, paint.dim],
    ];
  const name = canBeJudged(summary) ? 'People' : 'Visits of browsers';
  return [[name, summary.human_visits, paint.human], ...sent];
}

function botRows(summary: Totals, paint: Paint): Row[] {
  const { automation_visits: automation } = summary;
  return [
    ['Bots', summary.bot_visits, paint.bot],
    ...(automation ? [['  undeclared automation', automation, paint.bot] satisfies Row] : []),
    ['  of them AI bots', summary.ai_bot_visits, paint.ai],
    ...verificationRows(summary).map(
      ([name, visits]) => [`  ${name}`, visits, paint.bot] satisfies Row,
    ),
  ];
}

/** Says what the words of the rows mean. */
function noteOf(summary: Totals): string | undefined {
  if (isJudged(summary))
    return [
      '  People, undecided, not judged and bots are all visits. Undecided: the visitor did nothing',
      '  that tells people and programs apart. Not judged: the log does not tell enough of it.',
      `  ${summary.automation_visits > 0 ? 'Undeclared automation says that it is a browser. ' : ''}docs/people.md tells more.`,
    ].join('\n');
  if (!canBeJudged(summary) || summary.human_visits === 0) return undefined;
  return [
    '  These are all visits of browsers: no visitor is judged yet by what it did, or the log does',
    '  not tell enough of it. docs/people.md says what it takes.',
  ].join('\n');
}

/** Names what the visits are limited to. */
function limitText({ host, country }: Pick<Report, 'host' | 'country'>): string {
  if (host !== undefined) return `, host ${printable(host)}`;
  return country === undefined ? '' : `, country ${printable(country)}`;
}

export const checkedOf = (counts: VerificationCounts) =>
  counts.verified_visits + counts.spoofed_visits + counts.unverifiable_visits;

/**
 * Returns the visits of bots by what is known of their addresses. What was stored before addresses
 * were checked, or while this was off, is shown as not checked. Undeclared automation claims to be no
 * bot, so there is nothing to check.
 */
function verificationRows(summary: Totals): [string, number][] {
  const checked = checkedOf(summary);
  const unchecked = summary.bot_visits - checked - (summary.automation_visits ?? 0);
  return [
    ...(checked === 0
      ? []
      : ([
          ['verified by address', summary.verified_visits],
          ['spoofed', summary.spoofed_visits],
          ['unverifiable', summary.unverifiable_visits],
        ] satisfies [string, number][])),
    ...(unchecked === 0 ? [] : ([['not checked', unchecked]] satisfies [string, number][])),
  ];
}

function changeText({ change, compared }: Totals): string {
  const of = change?.total_visits;
  if (of === undefined || of === null) return '';
  const percent = `${of > 0 ? '+' : ''}${(of * 100).toFixed(1)} %`;
  const until = compared?.until.slice(0, 16).replace('T', ' ');
  if (compared?.unit === 'hours')
    return `  ${percent} until ${until} UTC, against the same hours before`;
  if (compared?.unit === 'days')
    return `  ${percent} until ${until} UTC, against as many days before`;
  return `  ${percent} against as many days before`;
}
