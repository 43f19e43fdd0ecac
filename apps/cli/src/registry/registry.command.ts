import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const CHECK_HELP = `
Checks a file for the setting BOTS_FILE as a process does at its start: every row by itself, and whether
rows share ids, slugs, names or tokens with each other or with the registry of this release. It also
classifies the examples: each must lead to its row. Without a file it checks the one that BOTS_FILE names.
In a clone, \`npm run registry:check FILE\` is the same. Needs no database.

Run it again with a new release before you start that: the release may have got a row for your bot.

Exit status: 0 all is right, 1 something is wrong, 2 wrong usage.
${examples('registry check bots.json', 'registry check')}`;

export function registryCommand(dependencies: Dependencies): Command {
  const command = new Command('registry')
    .description('check a file with your own rows of bots')
    .addHelpText('after', examples('registry check bots.json'));
  command
    .command('check')
    .description('find what is wrong with a file for BOTS_FILE')
    .argument('[file]', 'the JSON file; default: the one that BOTS_FILE names')
    .addHelpText('after', CHECK_HELP)
    .action(
      answering(dependencies, async (file: string | undefined) => {
        const { checkFile } = await import('./check-file.js');
        return checkFile(dependencies, file);
      }),
    );
  return command;
}
