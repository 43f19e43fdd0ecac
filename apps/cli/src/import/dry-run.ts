import { paintFor, renderTotals } from '@app/report-text';
import type { Answer } from '../output/answer.js';
import { isTerminal } from '../output/is-terminal.js';
import type { Dependencies } from '../program/dependencies.js';
import { dryRunLog } from './dry-run-log.js';
import { type ImportOptions, readAll } from './read-all.js';
import { Tally } from './report/tally.js';

/** Counts what an import would count, and reports it. */
export async function dryRun(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const tally = new Tally();
  const context = { tally, format: options.format, now: Date.now() };
  const run = { dependencies, options };
  const answer = await readAll(run, names, options.rejects, (source, watcher) =>
    dryRunLog(source, context, watcher),
  );
  const totals = tally.totals();
  if (!totals) return answer;
  const report = renderTotals(totals, paintFor(isTerminal(dependencies.output)));
  return {
    ...answer,
    document: { ...(answer.document as object), ...totals },
    text: `${report}\n\n${answer.text}`,
  };
}
