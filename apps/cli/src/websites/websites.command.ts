import { Command } from 'commander';
import { parseDomain } from '../options/parse-domain.js';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';
import type { WebsiteOptions } from './website-options.js';

const EXAMPLES = `
Examples:
  botgauge websites create --account acc_… --domain shop.example
  botgauge websites list
  botgauge websites delete ws_…`;

const CREATE_EXAMPLES = `
Entries for www.shop.example count for shop.example, unless it is a website of its own.

Examples:
  botgauge websites create --account acc_… --domain shop.example
  botgauge websites create --account acc_… --domain blog.shop.example --json`;

const LIST_EXAMPLES = `
Examples:
  botgauge websites list
  botgauge websites list --account acc_… --json`;

const DELETE_EXAMPLES = `
It is gone at once and for ever: its keys end, entries that are still queued are dropped, and a worker
erases its visits and counts.

Examples:
  botgauge websites delete ws_…`;

export function websitesCommand(dependencies: Dependencies): Command {
  return new Command('websites')
    .description('make, list and delete websites')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(deleteCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('make a website of an account')
    .requiredOption('--account <id>', 'account it belongs to, acc_…')
    .requiredOption('--domain <domain>', 'its domain, like shop.example', parseDomain)
    .addHelpText('after', CREATE_EXAMPLES)
    .action(
      answering(dependencies, async (options: WebsiteOptions) => {
        const { createWebsite } = await import('./create-website.js');
        return createWebsite(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list websites, oldest first')
    .option('--account <id>', 'only those of this account, acc_…')
    .addHelpText('after', LIST_EXAMPLES)
    .action(
      answering(dependencies, async ({ account }: { account?: string }) => {
        const { listWebsites } = await import('./list-websites.js');
        return listWebsites(dependencies, account);
      }),
    );
}

function deleteCommand(dependencies: Dependencies): Command {
  return new Command('delete')
    .description('delete a website with everything that was counted for it')
    .argument('<id>', 'id of the website, ws_…')
    .addHelpText('after', DELETE_EXAMPLES)
    .action(
      answering(dependencies, async (id: string) => {
        const { deleteWebsite } = await import('./delete-website.js');
        return deleteWebsite(dependencies, id);
      }),
    );
}
