import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const HELP = `
It reads every raw visit that is kept (see RAW_RETENTION_DAYS). While visits come in, entries that were
accepted within the last ten seconds may show as a difference.

With --repair, each day of a website that differs is counted again from its raw visits. API and workers
may run; for the time of one such day, workers wait with writing. Days whose raw visits are no longer
kept stay as they are, because their counts are all that is left of them.
${examples('verify', 'verify --json', 'verify --repair')}`;

export function verifyCommand(dependencies: Dependencies): Command {
  return new Command('verify')
    .description('compare the raw visits with every roll-up and say where they differ')
    .option('--repair', 'count again, from raw visits, the days where they differ')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async ({ repair }: { repair?: true }) => {
        const { verify, repairAndVerify } = await import('./verify.js');
        return repair ? repairAndVerify(dependencies) : verify(dependencies);
      }),
    );
}
