import { Command } from 'commander';
import { answering, wantsJson } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';

const EXAMPLES = `
It waits for a database that is still starting, up to STORES_TIMEOUT_SECONDS (default 300).

Examples:
  botgauge migrate
  DATABASE_URL=postgres://botgauge:secret@db:5432/botgauge botgauge migrate --json`;

export function migrateCommand(dependencies: Dependencies): Command {
  return new Command('migrate')
    .description('bring the schemas of queue and storage to this release')
    .addHelpText('after', EXAMPLES)
    .action(
      answering(dependencies, async (_options: object, command: Command) => {
        const { migrateStores } = await import('./migrate-stores.js');
        return migrateStores(dependencies, wantsJson(command));
      }),
    );
}
