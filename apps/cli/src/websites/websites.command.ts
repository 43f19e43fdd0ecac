import { WEBSITE_BEHAVIOURS, WEBSITE_COUNTS } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDomain } from '../program/options.js';
import type { WebsiteOptions, WebsiteUpdateOptions } from './websites.js';

const EXAMPLES = examples(
  'websites create --account acc_… --domain shop.example',
  'websites list',
  'websites update ws_… --count pages',
  'websites delete ws_…',
);

const WHAT_COUNTS = `With --count pages, requests for pictures, styles, scripts and other static files are skipped, and
only their number is kept. Otherwise a page with forty pictures is forty-one visits.`;

const HOW_JUDGED = `With --behaviour off, visits are judged by their agents only. Otherwise a browser that asks for what no
site links, such as /.env, is a vulnerability scanner, as BEHAVIOUR says. Choose off for a website that
shows such files to its readers.`;

const CREATE_HELP = `
A website that you create here is never refused; the limit of the plan is for those that the account creates
by itself.
Entries for www.shop.example count for shop.example, unless www.shop.example is a separate website.
${WHAT_COUNTS}
${HOW_JUDGED}
${examples(
  'websites create --account acc_… --domain shop.example',
  'websites create --account acc_… --domain blog.shop.example --json',
)}`;

const UPDATE_HELP = `
Visits that have been counted stay. What changes holds for entries that are stored from now on.
${WHAT_COUNTS}
${HOW_JUDGED}
${examples(
  'websites update ws_… --count pages',
  'websites update ws_… --behaviour off',
  'websites update ws_… --domain www.shop.example',
)}`;

const DELETE_HELP = `
The website is deleted at once and for ever: its keys stop working, entries that are still queued are
dropped, and a worker erases its visits and counts.
${examples('websites delete ws_…')}`;

export function websitesCommand(dependencies: Dependencies): Command {
  return new Command('websites')
    .description('create, list, change and delete websites')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(updateCommand(dependencies))
    .addCommand(deleteCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('create a website in an account')
    .requiredOption('--account <id>', 'account it belongs to, acc_…')
    .requiredOption('--domain <domain>', 'its domain, like shop.example', parseDomain)
    .addOption(countOption().default('all'))
    .addOption(behaviourOption().default('default'))
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

function updateCommand(dependencies: Dependencies): Command {
  return new Command('update')
    .description('change the domain of a website, what it counts, or how its visits are judged')
    .argument('<id>', 'id of the website, ws_…')
    .option('--domain <domain>', 'its new domain, like www.shop.example', parseDomain)
    .addOption(countOption())
    .addOption(behaviourOption())
    .addHelpText('after', UPDATE_HELP)
    .action(
      answering(dependencies, async (id: string, options: WebsiteUpdateOptions) => {
        const { updateWebsite } = await import('./websites.js');
        return updateWebsite(dependencies, id, options);
      }),
    );
}

function countOption(): Option {
  return new Option('--count <what>', 'what is a visit: all requests, or those for pages').choices(
    WEBSITE_COUNTS,
  );
}

function behaviourOption(): Option {
  return new Option(
    '--behaviour <how>',
    'whether visits are judged by what they ask for, or by their agents only',
  ).choices(WEBSITE_BEHAVIOURS);
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
