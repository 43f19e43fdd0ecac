import { Command } from 'commander';
import { answering, type Dependencies, wantsJson } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';

const HELP = `
If the database is still starting, the command waits for it, up to STORES_TIMEOUT_SECONDS (default 300).

Examples:
  ${BOTGAUGE} migrate
  DATABASE_URL=postgres://botgauge:secret@db:5432/botgauge ${BOTGAUGE} migrate --json`;

export function migrateCommand(dependencies: Dependencies): Command {
  return new Command('migrate')
    .description('bring the schemas of queue and storage to this release')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async (_options: object, command: Command) => {
        const { migrateStores } = await import('./migrate.js');
        return migrateStores(dependencies, wantsJson(command));
      }),
    );
}
