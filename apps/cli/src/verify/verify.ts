import { loadConfig } from '@app/config';
import { type Verification, verifyRollUps } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { withDatabase } from '../program/database.js';
import { renderList } from '../program/list.js';

const HEADINGS = ['ROLL-UP', 'WEBSITE', 'FROM', 'COUNT', 'RAW VISITS', 'ROLLED UP'];
/** It reads everything, which takes minutes for many millions of visits. */
const STATEMENT_TIMEOUT_MS = 60 * 60_000;

export async function verify(dependencies: Dependencies): Promise<Answer> {
  const { RAW_RETENTION_DAYS: retentionDays } = loadConfig(dependencies.env);
  const verification = await withDatabase(
    dependencies,
    async (pool) => {
      const client = await pool.connect();
      try {
        return await verifyRollUps(client, retentionDays);
      } finally {
        client.release();
      }
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
  return describe(verification);
}

function describe(verification: Verification): Answer {
  const { visits, differences } = verification;
  const compared = `${visits.toLocaleString('en')} visits compared with every roll-up`;
  if (differences.length === 0) {
    return { document: verification, text: `${compared}: no differences.` };
  }
  const table = renderList(HEADINGS, differences.map(Object.values));
  const failure = `${compared}: ${differences.length} differences. Counts are wrong there: report this with the table.`;
  return { document: verification, text: table, failure };
}
