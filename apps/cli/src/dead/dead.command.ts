import { Argument, Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE, examples } from '../program/called-as.js';
import { parseCount, parseUuid } from '../program/options.js';
import type { PurgeOptions } from './dead.js';
import type { ReplayOptions } from './replay.js';

const SHOWN = 20;
const ID = `id from \`${BOTGAUGE} dead list\``;

const HELP = `
Entries that were accepted but cannot be stored are kept here with the reason: single entries, and
whole jobs that no worker could read. Find the cause, correct it, and replay them.
${examples('dead list', 'dead show 5f0c…', 'dead replay --all', 'dead purge --older-than 90 --yes')}`;

const SHOW_HELP = `
The entry is shown as it was accepted, except for its address, which is stored as IP_STORAGE says.
${examples('dead show 5f0c…')}`;

const REPLAY_HELP = `
Each entry goes through the queue again as a separate batch, and leaves this list when the queue holds
it. If the command is interrupted, run it again: nothing is counted twice. An entry that fails again
comes back under a new id.
${examples('dead replay 5f0c…', 'dead replay --all')}`;

const PURGE_HELP = `
The entries are deleted for good, and no report will ever count them. Without --yes, the command only
tells how many there are.
${examples('dead purge --older-than 90', 'dead purge --older-than 90 --yes')}`;

export function deadCommand(dependencies: Dependencies): Command {
  return new Command('dead')
    .description('list, show, replay and purge entries that could not be stored')
    .addHelpText('after', HELP)
    .addCommand(listCommand(dependencies))
    .addCommand(showCommand(dependencies))
    .addCommand(replayCommand(dependencies))
    .addCommand(purgeCommand(dependencies));
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list dead entries with their reasons, newest first')
    .option('--limit <count>', 'maximum number of entries', parseCount, SHOWN)
    .addHelpText('after', examples('dead list', 'dead list --limit 500 --json'))
    .action(
      answering(dependencies, async ({ limit }: { limit: number }) => {
        const { listDead } = await import('./dead.js');
        return listDead(dependencies, limit);
      }),
    );
}

function showCommand(dependencies: Dependencies): Command {
  return new Command('show')
    .description('show one dead entry completely')
    .addArgument(new Argument('<id>', ID).argParser(parseUuid))
    .addHelpText('after', SHOW_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { showDead } = await import('./dead.js');
        return showDead(dependencies, id);
      }),
    );
}

function replayCommand(dependencies: Dependencies): Command {
  return new Command('replay')
    .description('put one or all dead entries back into the queue')
    .addArgument(new Argument('[id]', ID).argParser(parseUuid))
    .option('--all', 'replay all of them')
    .addHelpText('after', REPLAY_HELP)
    .action(
      answering(dependencies, async (id: string | undefined, { all }: ReplayOptions) => {
        const { replayDead } = await import('./replay.js');
        return replayDead(dependencies, id, { all });
      }),
    );
}

function purgeCommand(dependencies: Dependencies): Command {
  return new Command('purge')
    .description('delete old dead entries')
    .requiredOption(
      '--older-than <days>',
      'entries that died more than this many days ago',
      parseCount,
    )
    .option('--yes', 'really delete them')
    .addHelpText('after', PURGE_HELP)
    .action(
      answering(dependencies, async (options: PurgeOptions) => {
        const { purgeDead } = await import('./dead.js');
        return purgeDead(dependencies, options);
      }),
    );
}
