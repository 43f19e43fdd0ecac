import { Argument, Command } from 'commander';
import { parseCount } from '../options/parse-count.js';
import { parseUuid } from '../options/parse-uuid.js';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';
import type { PurgeOptions } from './purge-dead.js';
import type { ReplayOptions } from './replay-dead.js';

const SHOWN = 20;

const EXAMPLES = `
What was accepted but cannot be stored stands among the dead with the reason: single entries, and
whole batches that no worker could read. Find out why, put it right, replay it.

Examples:
  botgauge dead list
  botgauge dead show 5f0c…
  botgauge dead replay --all
  botgauge dead purge --older-than 90 --yes`;

const LIST_EXAMPLES = `
Examples:
  botgauge dead list
  botgauge dead list --limit 500 --json`;

const SHOW_EXAMPLES = `
The entry is shown as it was accepted; its address as IP_STORAGE says.

Examples:
  botgauge dead show 5f0c…`;

const REPLAY_EXAMPLES = `
Each goes through the queue once more as a batch of its own, and leaves the dead once the queue holds
it. When the command is cut short, run it again: nothing is counted twice. What fails again comes
back under a new id.

Examples:
  botgauge dead replay 5f0c…
  botgauge dead replay --all`;

const PURGE_EXAMPLES = `
They are gone for good: no report will ever count them. Without --yes it only says how many.

Examples:
  botgauge dead purge --older-than 90
  botgauge dead purge --older-than 90 --yes`;

export function deadCommand(dependencies: Dependencies): Command {
  return new Command('dead')
    .description('list, show, replay and purge what could not be stored')
    .addHelpText('after', EXAMPLES)
    .addCommand(listCommand(dependencies))
    .addCommand(showCommand(dependencies))
    .addCommand(replayCommand(dependencies))
    .addCommand(purgeCommand(dependencies));
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list the dead with their reasons, newest first')
    .option('--limit <count>', 'how many at most', parseCount, SHOWN)
    .addHelpText('after', LIST_EXAMPLES)
    .action(
      answering(dependencies, async ({ limit }: { limit: number }) => {
        const { listDead } = await import('./list-dead.js');
        return listDead(dependencies, limit);
      }),
    );
}

function showCommand(dependencies: Dependencies): Command {
  return new Command('show')
    .description('show one of the dead whole')
    .addArgument(new Argument('<id>', 'id from `botgauge dead list`').argParser(parseUuid))
    .addHelpText('after', SHOW_EXAMPLES)
    .action(
      answering(dependencies, async (id: string) => {
        const { showDead } = await import('./show-dead.js');
        return showDead(dependencies, id);
      }),
    );
}

function replayCommand(dependencies: Dependencies): Command {
  return new Command('replay')
    .description('put one of the dead, or all, back into the queue')
    .addArgument(new Argument('[id]', 'id from `botgauge dead list`').argParser(parseUuid))
    .option('--all', 'all there are')
    .addHelpText('after', REPLAY_EXAMPLES)
    .action(
      answering(dependencies, async (id: string | undefined, { all }: ReplayOptions) => {
        const { replayDead } = await import('./replay-dead.js');
        return replayDead(dependencies, id, { all });
      }),
    );
}

function purgeCommand(dependencies: Dependencies): Command {
  return new Command('purge')
    .description('forget the dead of long ago')
    .requiredOption('--older-than <days>', 'those that died more days ago than this', parseCount)
    .option('--yes', 'really forget them')
    .addHelpText('after', PURGE_EXAMPLES)
    .action(
      answering(dependencies, async (options: PurgeOptions) => {
        const { purgeDead } = await import('./purge-dead.js');
        return purgeDead(dependencies, options);
      }),
    );
}
