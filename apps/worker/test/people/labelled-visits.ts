export type Label = 'person' | 'automation';

/** What one visitor did on one day, from an address that no other visitor had. */
export interface LabelledVisit {
  website: string;
  persona: string;
  label: Label;
  /** What was really used: a browser, or a program. */
  tool: 'chromium' | 'firefox' | 'program';
  address: string;
}

const COLUMNS = ['website', 'address', 'label', 'persona', 'tool'] as const;

/** Writes visits as a table with tabs, one a line. */
export function writeVisits(visits: readonly LabelledVisit[]): string {
  const rows = visits.map((visit) => COLUMNS.map((column) => visit[column]));
  return [COLUMNS, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** Reads what `writeVisits` wrote. */
export function readVisits(table: string): LabelledVisit[] {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows.map((row) => {
    const values = row.split('\t');
    const fields = COLUMNS.map((column, at) => [column, values[at] ?? '']);
    return Object.fromEntries(fields) as LabelledVisit;
  });
}
