import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { type FeedsOptions, showFeeds } from './feeds.js';

const HELP = `
Shows what CDNs and log shippers sent for a website: deliveries, entries, what was skipped, rejected and
refused and why, and the last rejects; then what to do next. It asks the API at BOTGAUGE_URL (default: the
API on this machine), with the API Key in BOTGAUGE_API_KEY. Addresses of feeds: docs/feeds/README.md.
${examples('feeds --website ws_…', 'feeds --website ws_… --json')}`;

export function feedsCommand(dependencies: Dependencies): Command {
  return new Command('feeds')
    .description('show whether logs arrive, and why records are rejected')
    .requiredOption('--website <id>', 'website of the account, ws_…')
    .addHelpText('after', HELP)
    .action(answering(dependencies, (options: FeedsOptions) => showFeeds(dependencies, options)));
}
