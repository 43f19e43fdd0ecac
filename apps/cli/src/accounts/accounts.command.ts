import { PLAN_NAMES } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseCount, parseName } from '../program/options.js';
import type { AccountOptions } from './accounts.js';

const EXAMPLES = examples('accounts create --name "Example Ltd"', 'accounts list --json');

const CREATE_HELP = `
The limits are requests per minute. A limit that you give takes precedence over that of the plan.
${examples(
  'accounts create --name "Example Ltd"',
  'accounts create --name Trial --plan free --api-requests-per-minute 30',
)}`;

export function accountsCommand(dependencies: Dependencies): Command {
  return new Command('accounts')
    .description('create and list accounts')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
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
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: AccountOptions) => {
        const { createAccount } = await import('./accounts.js');
        return createAccount(dependencies, options);
      }),
    );
}

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
