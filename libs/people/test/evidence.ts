import {
  createEvidence,
  type Evidence,
  EVIDENCE_COLUMNS,
  type EvidenceColumn,
} from '../src/evidence.js';
import { createBrowserVisits } from '../src/browser-visits.js';
import type { VisitorRecords } from '../src/visitor-records.js';

/** What is known of a visitor in an hour, by the names of the columns. */
export type EvidenceRow = Record<EvidenceColumn, number>;

const NOTHING: EvidenceRow = {
  ...{ hours: 0, visitors: 1, addresses: 1, networks: 0, agents: 1, released: -1, signs: 0 },
  ...{ pathsLow: 0, pathsHigh: 0, requests: 1, visits: 1, errorVisits: 0, pages: 0, refusals: 0 },
  ...{ firstMs: 0, lastMs: 0 },
};

/** Returns what one request at the begin of the day shows that is for no page. */
export function anEvidenceRow(fields: Partial<EvidenceRow> = {}): EvidenceRow {
  return { ...NOTHING, ...fields };
}

/** Returns rows as evidence. */
export function evidenceOf(rows: readonly Partial<EvidenceRow>[]): Evidence {
  const evidence = createEvidence(rows.length);
  rows.forEach((fields, row) => {
    const all = anEvidenceRow(fields);
    for (const name of EVIDENCE_COLUMNS) evidence[name][row] = all[name];
  });
  return evidence;
}

/** Returns evidence as rows. */
export function rowsOf(evidence: Evidence): EvidenceRow[] {
  return Array.from(
    { length: evidence.count },
    (_, row) =>
      Object.fromEntries(
        EVIDENCE_COLUMNS.map((name) => [name, evidence[name][row] as number]),
      ) as EvidenceRow,
  );
}

/** Returns rows as evidence, without the visits that they are about. */
export function recordsOf(rows: readonly Partial<EvidenceRow>[]): VisitorRecords {
  return { evidence: evidenceOf(rows), visits: createBrowserVisits(0) };
}
