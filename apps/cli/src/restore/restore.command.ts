import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const HELP = `
The database must be empty; it is migrated first. Without DATABASE_URL, a new embedded database is made
in DATA_DIR, for the next \`npm start\`. A backup of plain PostgreSQL can be restored into TimescaleDB,
and the other way round. Rows are loaded in one transaction: after a failure, run the command again.
${examples('restore botgauge.backup.gz', 'restore - < botgauge.backup.gz')}`;

export function restoreCommand(dependencies: Dependencies): Command {
  return new Command('restore')
    .argument('<file>', 'a backup; - for standard input')
    .description('fill an empty database from a backup')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async (file: string, ..._rest: [object, Command]) => {
        const { restore } = await import('./restore.js');
        return restore(dependencies, file);
      }),
    );
}
