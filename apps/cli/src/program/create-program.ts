import { Command } from 'commander';
import { accountsCommand } from '../accounts/accounts.command.js';
import { bootstrapCommand } from '../bootstrap/bootstrap.command.js';
import { classifyCommand } from '../classify/classify.command.js';
import { deadCommand } from '../dead/dead.command.js';
import { importCommand } from '../import/import.command.js';
import { keysCommand } from '../keys/keys.command.js';
import { migrateCommand } from '../migrate/migrate.command.js';
import { reportCommand } from '../report/report.command.js';
import { verifyCommand } from '../verify/verify.command.js';
import { websitesCommand } from '../websites/websites.command.js';
import { wantsJson } from './answering.js';
import type { Dependencies } from './dependencies.js';
import { productVersion } from './version.js';

const EXAMPLES = `
Commands that need the database read its address from DATABASE_URL.
Exit status: 0 done, 1 failed, 2 wrong usage.

Examples:
  botgauge migrate
  botgauge accounts create --name "Example Ltd"
  botgauge websites create --account acc_… --domain shop.example
  botgauge keys create --kind bot --website ws_…
  botgauge keys list --json
  botgauge import --dry-run access.log
  botgauge report --website ws_…
  botgauge classify < user-agents.txt
  botgauge dead list`;

/** The whole command line. It throws instead of ending the process; see `run`. */
export function createProgram(dependencies: Dependencies): Command {
  const program = new Command('botgauge')
    .description('Botgauge: who visits your websites, people, bots or AI bots')
    .version(productVersion(), '-V, --version', 'print the version')
    .option('--json', 'print one JSON document instead of a table, and errors as JSON')
    .addHelpText('after', EXAMPLES);
  const commands = [
    accountsCommand(dependencies),
    websitesCommand(dependencies),
    keysCommand(dependencies),
    importCommand(dependencies),
    reportCommand(dependencies),
    classifyCommand(dependencies),
    migrateCommand(dependencies),
    bootstrapCommand(dependencies),
    verifyCommand(dependencies),
    deadCommand(dependencies),
  ];
  for (const command of commands) program.addCommand(command);
  prepare(program, dependencies);
  return program;
}

/** What commands do not inherit from each other when they are made apart. */
function prepare(command: Command, dependencies: Dependencies): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => dependencies.output.write(text),
      // The help of a command without its subcommand; errors themselves are reported by `run`.
      writeErr: (text) => {
        if (!wantsJson(command)) dependencies.errors.write(text);
      },
      outputError: () => undefined,
    })
    .configureHelp({ showGlobalOptions: true });
  for (const child of command.commands) prepare(child, dependencies);
}
