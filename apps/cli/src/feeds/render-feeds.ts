import type { FeedCounts, FeedHealthReport, HostEntry } from '@app/contracts';
import { type Cell, type Column, count, type Paint, printable, table } from '@app/report-text';
import { addWebsiteCommand } from '../program/add-website.js';
import { adviceFor, meaningOf } from './advice.js';

/** So many of the last rejects are shown of each feed; `--json` has all. */
const SAMPLES_SHOWN = 3;

export interface FeedsOfWebsite {
  domain: string;
  feeds: FeedHealthReport[];
  /** Of the last 30 days, most visits first. */
  unknown_hosts: Pick<HostEntry, 'host' | 'total_visits' | 'last_day'>[];
}

/** Renders what came on the feeds of a website, and what to do next. */
export function renderFeeds(
  { domain, feeds, unknown_hosts: hosts }: FeedsOfWebsite,
  paint: Paint,
): string {
  const next = [paint.title('Next'), ...adviceFor(feeds).map((line) => `  ${printable(line)}`)];
  if (feeds.length === 0)
    return [`${paint.title(`${printable(domain)}: no feeds yet`)}`, next.join('\n')].join('\n\n');
  return [
    part(`${domain}: deliveries by feed (UTC)`, TIMES, feeds.map(timesOf), paint),
    part(
      'The last 24 hours',
      COUNTS,
      feeds.map((feed) => countsOf(feed, 'last_24_hours')),
      paint,
    ),
    part(
      'The last 30 days',
      COUNTS,
      feeds.map((feed) => countsOf(feed, 'last_30_days')),
      paint,
    ),
    ...reasonsPart(feeds, paint),
    ...samplesPart(feeds, paint),
    ...unknownHostsPart(domain, hosts, paint),
    next.join('\n'),
  ].join('\n\n');
}

const TIMES: Column[] = [{ title: 'feed' }, { title: 'first' }, { title: 'last' }];
const right = (title: string): Column => ({ title, align: 'right' });
const COUNTS: Column[] = [
  { title: 'feed' },
  ...['deliveries', 'records', 'entries', 'skipped', 'rejected', 'refused'].map(right),
  ...['mean lag', 'largest'].map(right),
];
const REASONS: Column[] = [
  { title: 'feed' },
  { title: 'reason' },
  right('24 hours'),
  right('30 days'),
  { title: 'meaning' },
];

function part(title: string, columns: Column[], rows: Cell[][], paint: Paint): string {
  const body = table(columns, rows, { indent: '  ', dim: paint.dim });
  return `${paint.title(printable(title))}\n${body}`;
}

function timesOf({ feed, first_delivery, last_delivery }: FeedHealthReport): Cell[] {
  return [feed, momentText(first_delivery), momentText(last_delivery)];
}

function countsOf(
  { feed, ...report }: FeedHealthReport,
  period: 'last_24_hours' | 'last_30_days',
): Cell[] {
  const { deliveries, records, entries, skipped, rejected, refused, ...lag } = report[period];
  return [
    feed,
    ...[deliveries, records, entries, skipped, rejected, refused].map(count),
    lagText(lag.mean_lag_seconds),
    lagText(lag.largest_lag_seconds),
  ];
}

function reasonsPart(feeds: readonly FeedHealthReport[], paint: Paint): string[] {
  const all = (counts: FeedCounts) => ({ ...counts.reasons, ...counts.refusals });
  const rows = feeds.flatMap(({ feed, last_24_hours, last_30_days }): Cell[][] => {
    const today: Record<string, number> = all(last_24_hours);
    return Object.entries(all(last_30_days)).map(([reason, number]) => [
      feed,
      reason,
      count(today[reason] ?? 0),
      count(number),
      meaningOf(reason),
    ]);
  });
  return rows.length > 0 ? [part('Skipped, rejected and refused', REASONS, rows, paint)] : [];
}

function samplesPart(feeds: readonly FeedHealthReport[], paint: Paint): string[] {
  const lines = feeds.flatMap(({ feed, samples }) =>
    samples
      .slice(0, SAMPLES_SHOWN)
      .flatMap(({ at, reason, message, outline }) => [
        `  ${momentText(at)}  ${feed}  ${reason}: ${message}`,
        ...(outline === null ? [] : [`    ${outline}`]),
      ]),
  );
  if (lines.length === 0) return [];
  const title = 'Last rejects (letters of values are shown as a, digits as 9)';
  return [[paint.title(title), ...lines.map(printable)].join('\n')];
}

const HOSTS: Column[] = [{ title: 'host' }, right('visits'), { title: 'last day' }];

/** Hosts of no website, with the command that adds one. */
function unknownHostsPart(
  domain: string,
  hosts: FeedsOfWebsite['unknown_hosts'],
  paint: Paint,
): string[] {
  if (hosts.length === 0) return [];
  const rows = hosts.map(({ host, total_visits, last_day }) => [
    host,
    count(total_visits),
    last_day,
  ]);
  const command = addWebsiteCommand(hosts.map(({ host }) => host ?? ''));
  const where = `  Their visits count for ${printable(domain)}.`;
  return [
    [
      part('Hosts that are no website of yours, the last 30 days', HOSTS, rows, paint),
      ...(command === undefined
        ? [where]
        : [`${where} To count those of one apart, add it as a website:`, `  ${command}`]),
    ].join('\n'),
  ];
}

function momentText(moment: string | null): string | null {
  return moment === null ? null : moment.slice(0, 19).replace('T', ' ');
}

const UNITS: [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

function lagText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [size, name] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, 's'];
  return `${(seconds / size).toFixed(1)} ${name}`;
}
