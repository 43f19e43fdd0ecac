import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDomain } from '../program/options.js';
import type { WebsiteOptions } from './websites.js';

const EXAMPLES = examples(
  'websites create --account acc_… --domain shop.example',
  'websites list',
  'websites delete ws_…',
);

const CREATE_HELP = `
Entries for www.shop.example count for shop.example, unless www.shop.example is a separate website.
${examples(
  'websites create --account acc_… --domain shop.example',
  'websites create --account acc_… --domain blog.shop.example --json',
)}`;

const DELETE_HELP = `
The website is deleted at once and for ever: its keys stop working, entries that are still queued are
dropped, and a worker erases its visits and counts.
${examples('websites delete ws_…')}`;

export function websitesCommand(dependencies: Dependencies): Command {
  return new Command('websites')
    .description('create, list and delete websites')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(deleteCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('create a website in an account')
    .requiredOption('--account <id>', 'account it belongs to, acc_…')
    .requiredOption('--domain <domain>', 'its domain, like shop.example', parseDomain)
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: WebsiteOptions) => {
        const { createWebsite } = await import('./websites.js');
        return createWebsite(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list websites, oldest first')
    .option('--account <id>', 'only those of this account, acc_…')
    .addHelpText('after', examples('websites list', 'websites list --account acc_… --json'))
    .action(
      answering(dependencies, async ({ account }: { account?: string }) => {
        const { listWebsites } = await import('./websites.js');
        return listWebsites(dependencies, account);
      }),
    );
}

function deleteCommand(dependencies: Dependencies): Command {
  return new Command('delete')
    .description('delete a website with everything that was counted for it')
    .argument('<id>', 'id of the website, ws_…')
    .addHelpText('after', DELETE_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { deleteWebsite } = await import('./websites.js');
        return deleteWebsite(dependencies, id);
      }),
    );
}
