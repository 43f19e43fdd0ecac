import { PLAN_NAMES } from '@app/contracts';
import type { AccountChanges } from '@app/storage';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseCount, parseName } from '../program/options.js';
import type { AccountOptions } from './accounts.js';

const EXAMPLES = examples(
  'accounts create --name "Example Ltd"',
  'accounts update acc_… --plan pro',
  'accounts list --json',
);

const CREATE_HELP = `
A limit that you give takes precedence over that of the plan. All Bot Tracking Keys together may send twice
as much as one of them, unless you give a number. Keys and websites that you create here count, but are never
refused; the limits are for those that the account creates by itself. It keeps what it has beyond a limit.
${examples(
  'accounts create --name "Example Ltd"',
  'accounts create --name Trial --plan free --api-requests-per-minute 30',
)}`;

const UPDATE_HELP = `
What you do not name is not changed. An account's own limit stays when its plan changes; give
\`plan\` instead of a number to return to the limit of the plan. A change takes effect within 10 seconds
everywhere, without a restart.
${examples(
  'accounts update acc_… --plan pro',
  'accounts update acc_… --api-requests-per-minute 600',
  'accounts update acc_… --plan free --api-requests-per-minute plan',
)}`;

export function accountsCommand(dependencies: Dependencies): Command {
  return new Command('accounts')
    .description('create, change and list accounts')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(updateCommand(dependencies))
    .addCommand(listCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'name of the account', parseName)
    .addOption(
      new Option('--plan <plan>', 'plan that sets the limits')
        .choices(PLAN_NAMES)
        .default('enterprise'),
    )
    .option('--api-requests-per-minute <n>', "limit of the account's API requests", parseCount)
    .option('--ingest-requests-per-minute <n>', 'limit of each Bot Tracking Key', parseCount)
    .option(
      '--total-ingest-requests-per-minute <n>',
      'limit of all Bot Tracking Keys together',
      parseCount,
    )
    .option('--max-live-keys <n>', 'how many keys may be live at a time', parseCount)
    .option('--max-websites <n>', 'how many websites it may have', parseCount)
    .option('--fetch-seconds-per-day <n>', 'how long its fetches may take a day', parseCount)
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: AccountOptions) => {
        const { createAccount } = await import('./accounts.js');
        return createAccount(dependencies, options);
      }),
    );
}

function updateCommand(dependencies: Dependencies): Command {
  return new Command('update')
    .description("change an account's name, plan or limits")
    .argument('<id>', 'id of the account, acc_…')
    .option('--name <name>', 'name of the account', parseName)
    .addOption(new Option('--plan <plan>', 'plan that sets the limits').choices(PLAN_NAMES))
    .option('--api-requests-per-minute <n|plan>', "limit of the account's API requests", parseLimit)
    .option('--ingest-requests-per-minute <n|plan>', 'limit of each Bot Tracking Key', parseLimit)
    .option(
      '--total-ingest-requests-per-minute <n|plan>',
      'limit of all Bot Tracking Keys together',
      parseLimit,
    )
    .option('--max-live-keys <n|plan>', 'how many keys may be live at a time', parseLimit)
    .option('--max-websites <n|plan>', 'how many websites it may have', parseLimit)
    .option('--fetch-seconds-per-day <n|plan>', 'how long its fetches may take a day', parseLimit)
    .addHelpText('after', UPDATE_HELP)
    .action(
      answering(dependencies, async (id: string, changes: AccountChanges) => {
        const { updateAccount } = await import('./accounts.js');
        return updateAccount(dependencies, id, changes);
      }),
    );
}

/** Reads a limit: a number, or `plan` for the limit of the plan. */
const parseLimit = (text: string): number | 'plan' => (text === 'plan' ? text : parseCount(text));

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list every account, oldest first')
    .addHelpText('after', examples('accounts list', 'accounts list --json'))
    .action(
      answering(dependencies, async () => {
        const { listAccounts } = await import('./accounts.js');
        return listAccounts(dependencies);
      }),
    );
}
