import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const HELP = `
It reads every raw visit that is kept (see RAW_RETENTION_DAYS). While visits come in, entries that were
accepted within the last ten seconds may show as a difference.
${examples('verify', 'verify --json')}`;

export function verifyCommand(dependencies: Dependencies): Command {
  return new Command('verify')
    .description('compare the raw visits with every roll-up and say where they differ')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async () => {
        const { verify } = await import('./verify.js');
        return verify(dependencies);
      }),
    );
}
