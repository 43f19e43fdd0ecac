import { PLAN_NAMES } from '@app/contracts';
import { Command, Option } from 'commander';
import { parseCount } from '../options/parse-count.js';
import { parseName } from '../options/parse-name.js';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';
import type { AccountOptions } from './account-options.js';

const EXAMPLES = `
Examples:
  botgauge accounts create --name "Example Ltd"
  botgauge accounts list --json`;

const CREATE_EXAMPLES = `
A number of requests a minute wins over the plan's.

Examples:
  botgauge accounts create --name "Example Ltd"
  botgauge accounts create --name Trial --plan free --api-requests-per-minute 30`;

const LIST_EXAMPLES = `
Examples:
  botgauge accounts list
  botgauge accounts list --json`;

export function accountsCommand(dependencies: Dependencies): Command {
  return new Command('accounts')
    .description('make and list accounts')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('make an account')
    .requiredOption('--name <name>', 'name of the account', parseName)
    .addOption(
      new Option('--plan <plan>', 'plan that sets the limits')
        .choices(PLAN_NAMES)
        .default('enterprise'),
    )
    .option('--api-requests-per-minute <n>', "limit of the account's API requests", parseCount)
    .option('--ingest-requests-per-minute <n>', 'limit of each Bot Tracking Key', parseCount)
    .addHelpText('after', CREATE_EXAMPLES)
    .action(
      answering(dependencies, async (options: AccountOptions) => {
        const { createAccount } = await import('./create-account.js');
        return createAccount(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list every account, oldest first')
    .addHelpText('after', LIST_EXAMPLES)
    .action(
      answering(dependencies, async () => {
        const { listAccounts } = await import('./list-accounts.js');
        return listAccounts(dependencies);
      }),
    );
}
