import { type EvidenceRow, evidenceOf, rowsOf } from '../../people/test/evidence.js';
import { unpackEvidence } from '@app/people';
import type pg from 'pg';
import { visitColumns } from '@app/testing';
import { ADD_EVIDENCE, evidenceValues } from '../src/ingest/add-evidence.js';
import type { BatchEvidence } from '../src/ingest/batch-evidence.js';

/** What a batch shows of a visitor in an hour of a day. */
export interface ShownRow extends Partial<EvidenceRow> {
  websiteId: number;
  /** UTC days, since 1970. */
  day: number;
  /** By default `TODAY`. */
  madeOn?: number;
}

/** The UTC day of suites, in days since 1970: 2026-11-20. */
export const TODAY = 20_777;

/** Lets time pass in a database, or stand still: what is open there follows from this day alone. */
export async function setToday(pool: pg.Pool, day: number): Promise<void> {
  await pool.query(
    `CREATE OR REPLACE FUNCTION utc_today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT DATE '1970-01-01' + ${day} $$`,
  );
}

/** Returns what a batch shows, as the worker gathers it. */
export function shownOf(rows: readonly ShownRow[]): BatchEvidence {
  return {
    evidence: evidenceOf(rows.map(({ websiteId: _, day: __, madeOn: ___, ...fields }) => fields)),
    websiteIds: Int32Array.from(rows, ({ websiteId }) => websiteId),
    days: Int32Array.from(rows, ({ day }) => day),
    madeOn: Int32Array.from(rows, ({ madeOn }) => madeOn ?? TODAY),
  };
}

/** Stands for visits that evidence is about, where a suite needs none. */
export const NO_VISITS = { visits: visitColumns([]), clientIds: [], hostIds: [] };

/** Appends evidence as a writer does, without the visits that belong to it. */
export async function append(pool: pg.Pool, rows: readonly ShownRow[]): Promise<void> {
  const values = evidenceValues([{ shown: shownOf(rows), isFresh: () => true, own: NO_VISITS }]);
  if (values) await pool.query(ADD_EVIDENCE, values);
}

export interface StoredEvidence {
  websiteId: number;
  day: number;
  slot: number;
  count: number;
  appended: number;
  rows: EvidenceRow[];
}

/** Returns the rows of evidence about some websites, in the order of websites, days and their size. */
export async function storedEvidence(pool: pg.Pool, websites: number[]): Promise<StoredEvidence[]> {
  const { rows } = await pool.query<Omit<StoredEvidence, 'rows'> & { evidence: Buffer }>(
    `SELECT website_id AS "websiteId", day, slot, count, appended::integer AS appended, evidence
     FROM visitor_evidence WHERE website_id = ANY ($1) ORDER BY website_id, day, count`,
    [websites],
  );
  return rows.map(({ evidence, ...of }) => ({ ...of, rows: rowsOf(unpackEvidence(evidence)) }));
}
