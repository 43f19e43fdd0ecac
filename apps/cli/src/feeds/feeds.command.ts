import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import type { SetupOptions } from '../feed-setup/setup.js';

const HELP = `
Shows what CDNs and log shippers sent for a website: deliveries, entries, what was skipped, rejected and
refused and why, and the last rejects; then what to do next. It asks the API at BOTGAUGE_URL (default: the
API on this machine), with the API Key in BOTGAUGE_API_KEY. Addresses of feeds: docs/feeds/README.md.
${examples('feeds --website ws_…', 'feeds --website ws_… --json', 'feeds setup')}`;

const SETUP_HELP = `
Makes a Bot Tracking Key for one sender of a website, and prints how the sender is set up, with the key
and the address of the API in it: PUBLIC_URL, or else BOTGAUGE_URL, or else the API on this machine. Without
a name it lists the senders. A key is stored as a digest only, so an old one cannot be shown: each run makes
a new key.
${examples('feeds setup', 'feeds setup cloudflare --website ws_…', 'feeds setup vector --website ws_… --json')}`;

export function feedsCommand(dependencies: Dependencies): Command {
  return new Command('feeds')
    .description('show whether logs arrive and why records are rejected; set up a sender')
    .option('--website <id>', 'website of the account, ws_…')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async ({ website }: { website?: string }) => {
        const { showFeeds } = await import('./feeds.js');
        return showFeeds(dependencies, website);
      }),
    )
    .addCommand(setupCommand(dependencies));
}

function setupCommand(dependencies: Dependencies): Command {
  return new Command('setup')
    .description('make a key for a sender, and print how the sender is set up')
    .argument('[sender]', 'name of the sender; without it they are listed')
    .option('--website <id>', 'website whose key the sender gets, ws_…')
    .addHelpText('after', SETUP_HELP)
    .action(
      answering(
        dependencies,
        async (sender: string | undefined, _options: SetupOptions, command: Command) => {
          const { setUpFeed } = await import('../feed-setup/setup.js');
          return setUpFeed(dependencies, sender, command.optsWithGlobals<SetupOptions>());
        },
      ),
    );
}
