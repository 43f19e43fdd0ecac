import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const HELP = `
The service keeps running meanwhile. Every entry that was acknowledged before the command started is in
the backup, and counts once: the command first waits until the workers have stored what the queue holds,
and then reads everything from one snapshot. FILE is made new, readable only by you; \`-\` is standard
output. Keys are in it as hashes only. Entries that come during the backup may be missing in it.
${examples('backup botgauge.backup.gz', 'backup - > botgauge.backup.gz')}`;

export function backupCommand(dependencies: Dependencies): Command {
  return new Command('backup')
    .argument('<file>', 'where to write; - for standard output')
    .description('write everything that is stored to a file, while the service runs')
    .addHelpText('after', HELP)
    .action(async (file: string, options: object, command: Command) => {
      const { backup } = await import('./backup.js');
      // Standard output is for the answer or for the backup, never for both.
      const answered =
        file === '-' ? { ...dependencies, output: dependencies.errors } : dependencies;
      const work = (..._asked: [object, Command]) => backup(dependencies, file);
      await answering(answered, work)(options, command);
    });
}
