import { Argument, Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseAddress } from '../program/options.js';
import type { CheckOptions } from './check-address.js';

const HELP = `
Operators of bots publish the addresses from which their bots come. By these lists Botgauge tells real bots
from spoofed ones. By default the workers fetch the lists daily; VERIFY_LISTS says where they come from, and
with VERIFY_LISTS=bundled nothing is fetched. Give the commands the same value as the workers. All about it:
docs/verification.md.
${examples('lists show', 'lists refresh', 'lists check 66.249.66.1 --bot Googlebot')}`;

const SHOW_HELP = `
SPOOFED UNTIL is the last day on which an address outside of a list may be called spoofed: all lists of the
operator must be current, and a list that is not complete for any bot never proves it. A list without a date was never fetched.
ORIGIN is bundled (with this release), fetched (from the operator, with VERIFY_LISTS=refresh, which is the default) or file (in the
folder that VERIFY_LISTS names). With VERIFY_LISTS=refresh the command reads the database; where none is named, it shows the lists of
this release.
${examples('lists show', 'lists show --json')}`;

const REFRESH_HELP = `
Fetches every list from its operator and keeps it in the database, as a worker does every day by default. It says
nothing about visitors. What is no such list, has shrunk by more than half or is too wide is refused, and the
last valid content stays. Workers judge by what was fetched within five minutes.
${examples('lists refresh', 'lists refresh --json')}`;

const CHECK_HELP = `
Tells which lists hold an address. With --bot it tells what a visit now by this bot from this address is:
verified, spoofed or unverifiable, and why. The address is sent nowhere.
${examples('lists check 66.249.66.1', 'lists check 203.0.113.7 --bot GPTBot')}`;

export function listsCommand(dependencies: Dependencies): Command {
  return new Command('lists')
    .description("show and refresh the lists of bots' addresses, and check an address")
    .addHelpText('after', HELP)
    .addCommand(showCommand(dependencies))
    .addCommand(refreshCommand(dependencies))
    .addCommand(checkCommand(dependencies));
}

function showCommand(dependencies: Dependencies): Command {
  return new Command('show')
    .description('show every list, how old it is and what it still proves')
    .addHelpText('after', SHOW_HELP)
    .action(
      answering(dependencies, async () => {
        const { showLists } = await import('./show-lists.js');
        return showLists(dependencies);
      }),
    );
}

function refreshCommand(dependencies: Dependencies): Command {
  return new Command('refresh')
    .description('fetch every list from its operator now')
    .addHelpText('after', REFRESH_HELP)
    .action(
      answering(dependencies, async () => {
        const { refreshLists } = await import('./refresh-lists.js');
        return refreshLists(dependencies);
      }),
    );
}

function checkCommand(dependencies: Dependencies): Command {
  return new Command('check')
    .description('tell which lists hold an address, and whether a bot from there is real')
    .addArgument(new Argument('<address>', 'IPv4 or IPv6 address').argParser(parseAddress))
    .option('--bot <name>', 'name of a bot in docs/bots.md')
    .addHelpText('after', CHECK_HELP)
    .action(
      answering(dependencies, async (address: string, options: CheckOptions) => {
        const { checkAddress } = await import('./check-address.js');
        return checkAddress(dependencies, address, options);
      }),
    );
}
