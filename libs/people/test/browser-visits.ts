import {
  type BrowserVisits,
  countryNumber,
  countryOf,
  createBrowserVisits,
  sourceOfAssistant,
} from '../src/browser-visits.js';

/** A visit as lists tell it apart. */
export interface VisitRow {
  /** The row of the evidence. */
  visitor: number;
  page: number;
  host: number;
  client: number;
  status: number;
  country: string | null;
  assistant: string | null;
}

/** Returns rows as visits. */
export function visitsOf(rows: readonly VisitRow[]): BrowserVisits {
  const visits = createBrowserVisits(rows.length);
  rows.forEach((row, at) => {
    visits.visitors[at] = row.visitor;
    visits.pages[at] = row.page;
    visits.hosts[at] = row.host;
    visits.clients[at] = row.client;
    visits.statuses[at] = row.status;
    visits.countries[at] = countryNumber(row.country);
    if (row.assistant !== null) visits.sources[at] = sourceOfAssistant(visits, row.assistant);
  });
  return visits;
}

/** Returns visits as rows. */
export function visitRowsOf(visits: BrowserVisits): VisitRow[] {
  return Array.from({ length: visits.count }, (_, at) => {
    const country = visits.countries[at] as number;
    const source = visits.sources[at] as number;
    return {
      visitor: visits.visitors[at] as number,
      page: visits.pages[at] as number,
      host: visits.hosts[at] as number,
      client: visits.clients[at] as number,
      status: visits.statuses[at] as number,
      country: country === 0 ? null : countryOf(country),
      assistant: source === 0 ? null : (visits.assistants[source - 1] as string),
    };
  });
}
