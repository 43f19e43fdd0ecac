import { Argument, Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE, examples } from '../program/called-as.js';
import { parseCount, parseUuid } from '../program/options.js';
import type { PurgeOptions } from './dead.js';
import type { ReplayOptions } from './replay.js';

const SHOWN = 20;
const ID = `id from \`${BOTGAUGE} dead list\``;

const HELP = `
What was accepted but cannot be stored stands among the dead with the reason: single entries, and
whole batches that no worker could read. Find out why, put it right, replay it.
${examples('dead list', 'dead show 5f0c…', 'dead replay --all', 'dead purge --older-than 90 --yes')}`;

const SHOW_HELP = `
The entry is shown as it was accepted; its address as IP_STORAGE says.
${examples('dead show 5f0c…')}`;

const REPLAY_HELP = `
Each goes through the queue once more as a batch of its own, and leaves the dead once the queue holds
it. When the command is cut short, run it again: nothing is counted twice. What fails again comes
back under a new id.
${examples('dead replay 5f0c…', 'dead replay --all')}`;

const PURGE_HELP = `
They are gone for good: no report will ever count them. Without --yes it only says how many.
${examples('dead purge --older-than 90', 'dead purge --older-than 90 --yes')}`;

export function deadCommand(dependencies: Dependencies): Command {
  return new Command('dead')
    .description('list, show, replay and purge what could not be stored')
    .addHelpText('after', HELP)
    .addCommand(listCommand(dependencies))
    .addCommand(showCommand(dependencies))
    .addCommand(replayCommand(dependencies))
    .addCommand(purgeCommand(dependencies));
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list the dead with their reasons, newest first')
    .option('--limit <count>', 'how many at most', parseCount, SHOWN)
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
    .description('show one of the dead whole')
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
    .description('put one of the dead, or all, back into the queue')
    .addArgument(new Argument('[id]', ID).argParser(parseUuid))
    .option('--all', 'all there are')
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
    .description('forget the dead of long ago')
    .requiredOption('--older-than <days>', 'those that died more days ago than this', parseCount)
    .option('--yes', 'really forget them')
    .addHelpText('after', PURGE_HELP)
    .action(
      answering(dependencies, async (options: PurgeOptions) => {
        const { purgeDead } = await import('./dead.js');
        return purgeDead(dependencies, options);
      }),
    );
}
