import {
  type Clients,
  type SeriesGroup,
  type SeriesPoint,
  type ToldGroup,
  websiteStandingSchema,
  type WebsiteSummary,
  websiteTotalsSchema,
} from '@app/contracts';
import type { CsvTable } from '../http/route.js';
import { groupRows } from './grouped-series.js';
import { summaryRows } from './summary.js';

const COUNTS = websiteTotalsSchema.omit({ id: true, domain: true, referers_logged: true });
/** Skipped requests are not compared. */
const COMPARED = COUNTS.omit({ skipped_requests: true });
const namesIn = ({ shape }: { shape: object }): string[] => Object.keys(shape);

/** The columns of a row of the table of websites. */
export const WEBSITE_COLUMNS = [...namesIn(websiteTotalsSchema), ...namesIn(websiteStandingSchema)];

/** A comparison has two more columns for a count: what of it is compared, and what was before. */
export function comparedCsv({ websites }: { websites: WebsiteSummary[] }): CsvTable | undefined {
  if (!websites[0]?.previous) return undefined;
  const columns = [
    ...WEBSITE_COLUMNS,
    ...['unit', 'until', ...namesIn(COMPARED)].map((name) => `compared_${name}`),
    ...namesIn(COUNTS).map((name) => `previous_${name}`),
  ];
  return { columns, rows: summaryRows(websites) };
}

/** A broken down series has other columns. */
export function groupsCsv({
  series,
  groups,
}: {
  series: SeriesPoint[];
  groups?: SeriesGroup[];
}): CsvTable | undefined {
  return groups && { columns: ['date', 'group', 'visits'], rows: groupRows({ series, groups }) };
}

/** The three lists as one: each row names the list that it belongs to. */
export function clientRows(clients: Clients): object[] {
  const kinds = ['browsers', 'operating_systems', 'devices'] as const;
  return kinds.flatMap((kind) => clients[kind].map((row) => ({ kind, ...row })));
}

/** A cell has one value, so what has several stays JSON. */
export function groupsInCells({ groups }: { groups: readonly ToldGroup[] }): object[] {
  return groups.map((group) =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => [
        name,
        Array.isArray(value) ? JSON.stringify(value) : value,
      ]),
    ),
  );
}
