import { Command } from 'commander';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';

const EXAMPLES = `
It reads every raw visit that is kept (see RAW_RETENTION_DAYS). While visits come in, what was
accepted within the last ten seconds may show as a difference.

Examples:
  botgauge verify
  botgauge verify --json`;

export function verifyCommand(dependencies: Dependencies): Command {
  return new Command('verify')
    .description('compare the raw visits with every roll-up and say where they differ')
    .addHelpText('after', EXAMPLES)
    .action(
      answering(dependencies, async () => {
        const { verify } = await import('./verify.js');
        return verify(dependencies);
      }),
    );
}
