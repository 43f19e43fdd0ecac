import { productVersion } from '@app/config';
import { printableJson } from '@app/report-text';
import { Command } from 'commander';
import { accountsCommand } from './accounts/accounts.command.js';
import { alertsCommand } from './alerts/alerts.command.js';
import { backupCommand } from './backup/backup.command.js';
import { bootstrapCommand } from './bootstrap/bootstrap.command.js';
import { classifyCommand } from './classify/classify.command.js';
import { deadCommand } from './dead/dead.command.js';
import { exportCommand } from './export/export.command.js';
import { feedsCommand } from './feeds/feeds.command.js';
import { importCommand } from './import/import.command.js';
import { keysCommand } from './keys/keys.command.js';
import { listsCommand } from './lists/lists.command.js';
import { mcpCommand } from './mcp/mcp.command.js';
import { migrateCommand } from './migrate/migrate.command.js';
import { peopleCommand } from './people/people.command.js';
import { registryCommand } from './registry/registry.command.js';
import { reportCommand } from './report/report.command.js';
import { restoreCommand } from './restore/restore.command.js';
import { robotsCommand } from './robots/robots.command.js';
import { sessionsCommand } from './sessions/sessions.command.js';
import { sharesCommand } from './shares/shares.command.js';
import { shipCommand } from './ship/ship.command.js';
import { sitemapCommand } from './sitemap/sitemap.command.js';
import { verifyCommand } from './verify/verify.command.js';
import { webhooksCommand } from './webhooks/webhooks.command.js';
import { websitesCommand } from './websites/websites.command.js';
import { type Dependencies, say, wantsJson } from './program/answering.js';
import { BOTGAUGE, examples } from './program/called-as.js';
import { failureOf } from './program/failure.js';

/** Every command, in the order in which --help lists them. */
const COMMANDS = [
  accountsCommand,
  websitesCommand,
  keysCommand,
  sessionsCommand,
  sharesCommand,
  alertsCommand,
  webhooksCommand,
  robotsCommand,
  sitemapCommand,
  importCommand,
  shipCommand,
  reportCommand,
  peopleCommand,
  exportCommand,
  feedsCommand,
  mcpCommand,
  classifyCommand,
  listsCommand,
  registryCommand,
  migrateCommand,
  bootstrapCommand,
  verifyCommand,
  deadCommand,
  backupCommand,
  restoreCommand,
];

const MORE = `
Commands that need the database read its address from DATABASE_URL. While \`npm start\` is running in this
clone, commands use its database and its API, from any folder; DATABASE_URL and BOTGAUGE_URL name others.
Exit status: 0 done, 1 failed, 2 wrong usage.
${examples(
  'migrate',
  'accounts create --name "Example Ltd"',
  'websites create --account acc_… --domain shop.example',
  'keys create --kind bot --website ws_…',
  'keys list --json',
  'sessions sign-in',
  'shares create --website ws_… --name "Our agency"',
  'alerts create --website ws_… --kind errors --bot GPTBot',
  'webhooks create --account acc_… --name "Chat" --url https://…',
  'robots set --website ws_… robots.txt',
  'sitemap fetch --website ws_…',
  'import --dry-run access.log',
  'ship /var/log/nginx/access.log',
  'report --website ws_…',
  'people --website ws_… --day 2026-11-20 --explain',
  'export --website ws_…',
  'feeds --website ws_…',
  'classify < user-agents.txt',
  'lists show',
  'registry check bots.json',
  'dead list',
  'backup botgauge.backup.gz',
)}`;

/** Runs one command line and returns its exit status. Every error ends here, as one message. */
export async function run(argv: string[], dependencies: Dependencies): Promise<number> {
  const program = createProgram(dependencies);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitStatus, message } = failureOf(error, dependencies.obstacle);
    if (message !== undefined) {
      say(dependencies, wantsJson(program) ? printableJson({ error: { message } }) : message);
    }
    return exitStatus;
  }
}

/** Creates the whole command line. It throws instead of ending the process; see `run`. */
export function createProgram(dependencies: Dependencies): Command {
  const program = new Command(BOTGAUGE)
    .description('Botgauge: who visits your websites, people, bots or AI bots')
    .version(productVersion(), '-V, --version', 'print the version')
    .option('--json', 'print one JSON document instead of a table, and errors as JSON')
    .addHelpText('after', MORE);
  for (const command of COMMANDS) program.addCommand(command(dependencies));
  prepare(program, dependencies);
  return program;
}

/** Sets what commands do not inherit from each other when they are made separately. */
function prepare(command: Command, dependencies: Dependencies): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => dependencies.output.write(text),
      // This prints the help of a command without its subcommand. `run` reports the errors
      // themselves.
      writeErr: (text) => {
        if (!wantsJson(command)) dependencies.errors.write(text);
      },
      outputError: () => undefined,
    })
    .configureHelp({ showGlobalOptions: true });
  for (const child of command.commands) prepare(child, dependencies);
}
