import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDay, parseFutureTime, parseName } from '../program/options.js';
import type { ListOptions, ShareOptions } from './shares.js';

const EXAMPLES = examples(
  'shares create --website ws_… --name "Our agency"',
  'shares list',
  'shares revoke sh_…',
);

const CREATE_HELP = `
Prints an address once. Whoever has it reads the reports of the website: how many people and bots came, which
bots, which pages, which answers they got, and how people came. Nobody can change anything with it, or see keys,
feeds, single visits, networks or other websites. The token stands behind the #, so it is in no log of a server.
Without --from and --to it shows all days, also those to come. Its readers see the name, too.
${examples(
  'shares create --website ws_… --name "Our agency" --from 2026-11-01 --to 2026-11-30',
  'shares create --website ws_… --name "Our agency" --expires-at 2027-12-31',
)}`;

const REVOKE_HELP = `
The link stops at once, everywhere, also in browsers that have it open.
${examples('shares revoke sh_…')}`;

export function sharesCommand(dependencies: Dependencies): Command {
  return new Command('shares')
    .description('make, list and revoke links that show the reports of a website')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(revokeCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('make a shared link and print its address once')
    .requiredOption('--website <id>', 'website that it shows, ws_…')
    .requiredOption('--name <name>', 'for whom the link is', parseName)
    .option('--from <day>', 'first day that it shows, UTC', parseDay)
    .option('--to <day>', 'last day that it shows, UTC', parseDay)
    .option(
      '--expires-at <time>',
      'when the link expires: ISO 8601, UTC unless it has an offset',
      parseFutureTime,
    )
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: ShareOptions) => {
        const { createShareOf } = await import('./shares.js');
        return createShareOf(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list the shared links that work, oldest first; their addresses are never shown')
    .option('--account <id>', 'only those of this account, acc_…')
    .option('--website <id>', 'only those of this website, ws_…')
    .addHelpText('after', examples('shares list', 'shares list --website ws_… --json'))
    .action(
      answering(dependencies, async (options: ListOptions) => {
        const { listShares } = await import('./shares.js');
        return listShares(dependencies, options);
      }),
    );
}

function revokeCommand(dependencies: Dependencies): Command {
  return new Command('revoke')
    .description('stop a shared link at once and for ever')
    .argument('<id>', 'id of the link, sh_…')
    .addHelpText('after', REVOKE_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { revokeShare } = await import('./shares.js');
        return revokeShare(dependencies, id);
      }),
    );
}
