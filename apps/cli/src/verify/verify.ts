import { loadConfig } from '@app/config';
import {
  repairRollUps,
  type RollUpDifference,
  type Verification,
  verifyRollUps,
} from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { renderList } from '../program/list.js';

type Client = Parameters<typeof verifyRollUps>[0];

const HEADINGS = ['ROLL-UP', 'WEBSITE', 'FROM', 'COUNT', 'RAW VISITS', 'ROLLED UP'];
/** It reads everything, which takes minutes for many millions of visits. */
const STATEMENT_TIMEOUT_MS = 60 * 60_000;

/** `verify`: says where the roll-ups differ from the raw visits. */
export async function verify(dependencies: Dependencies): Promise<Answer> {
  const verification = await onDatabase(dependencies, verifyRollUps);
  const { differences } = verification;
  const text = `${compared(verification)}: ${differences.length === 0 ? 'no' : differences.length} differences.`;
  if (differences.length === 0) return { document: verification, text };
  const failure = `${text} Counts are wrong there: run \`${BOTGAUGE} verify --repair\`, and report this with the table.`;
  return { document: verification, text: table(differences), failure };
}

/** `verify --repair`: also counts again where they differ. */
export async function repairAndVerify(dependencies: Dependencies): Promise<Answer> {
  const document = await onDatabase(dependencies, repairRollUps);
  const { found, repaired, left, now } = document;
  const done = `${compared(now)}: ${found.length} differences, and ${days(repaired.length)} counted again.`;
  if (now.differences.length === 0) return { document, text: `${done} Now there are none.` };
  const why =
    left.length > 0
      ? ` Of ${days(left.length)} no raw visits are kept, so the counts stay as they are.`
      : ' While visits come in, run it again; otherwise report this with the table.';
  const failure = `${done} ${now.differences.length} differences remain.${why}`;
  return { document, text: table(now.differences), failure };
}

function onDatabase<T>(
  dependencies: Dependencies,
  work: (client: Client, retentionDays: number) => Promise<T>,
): Promise<T> {
  const { RAW_RETENTION_DAYS: retentionDays } = loadConfig(dependencies.env);
  return withDatabase(
    dependencies,
    async (pool) => {
      const client = await pool.connect();
      try {
        return await work(client, retentionDays);
      } finally {
        client.release();
      }
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

function compared({ visits, since }: Verification): string {
  const from = since ? ` since ${since}` : '';
  return `${visits.toLocaleString('en')} visits${from} compared with every roll-up`;
}

const table = (differences: RollUpDifference[]) =>
  renderList(HEADINGS, differences.map(Object.values));

const days = (number: number) => (number === 1 ? '1 day' : `${number} days`);
