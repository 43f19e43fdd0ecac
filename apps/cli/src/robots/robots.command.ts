import { BOT_CATEGORIES } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDay } from '../program/options.js';
import type { GenerateOptions, SetOptions, TextOptions } from './robots.js';

const SET_HELP = `
FILE is the robots.txt as the website answers it; - reads standard input, and an empty file means that it has none.
The first text of a website is in force from today (UTC), and one that replaces another from tomorrow, because
bots may use that for a day. With --from it is in force from another day, which may be in the past.
${examples(
  'robots set --website ws_… robots.txt',
  'robots set --website ws_… --from 2026-11-01 robots.txt',
)}`;

const FETCH_HELP = `
A worker fetches https://DOMAIN/robots.txt within a minute and then every day. The texts that it found stay when
it is switched off.
${examples('robots fetch --website ws_…', 'robots fetch --website ws_… --off')}`;

const GENERATE_HELP = `
Prints lines that ask the bots of these categories to stay away from the whole website, by their names. Add
them to your robots.txt. Categories: ${BOT_CATEGORIES.join(', ')}.
${examples('robots generate --disallow ai_training,ai_data_provider')}`;

export function robotsCommand(dependencies: Dependencies): Command {
  return new Command('robots')
    .description('say what the robots.txt of a website says, so that reports tell who keeps to it')
    .addHelpText(
      'after',
      examples('robots set --website ws_… robots.txt', 'robots fetch --website ws_…'),
    )
    .addCommand(setCommand(dependencies))
    .addCommand(fetchCommand(dependencies))
    .addCommand(showCommand(dependencies))
    .addCommand(removeCommand(dependencies))
    .addCommand(generateCommand(dependencies));
}

const WEBSITE = ['--website <id>', 'website whose robots.txt it is, ws_…'] as const;

function setCommand(dependencies: Dependencies): Command {
  return new Command('set')
    .description('give the robots.txt of a website')
    .argument('<file>', 'the text; - is standard input')
    .requiredOption(...WEBSITE)
    .option('--from <day>', 'first day (UTC) on which it is in force', parseDay)
    .addHelpText('after', SET_HELP)
    .action(
      answering(dependencies, async (file: string, options: SetOptions) => {
        const { setRobots } = await import('./robots.js');
        return setRobots(dependencies, file, options);
      }),
    );
}

function fetchCommand(dependencies: Dependencies): Command {
  return new Command('fetch')
    .description('let workers fetch the robots.txt of a website every day')
    .requiredOption(...WEBSITE)
    .option('--off', 'fetch it no more')
    .addHelpText('after', FETCH_HELP)
    .action(
      answering(dependencies, async (options: { website: string; off?: true }) => {
        const { fetchRobots } = await import('./robots.js');
        return fetchRobots(dependencies, options);
      }),
    );
}

function showCommand(dependencies: Dependencies): Command {
  return new Command('show')
    .description('print the newest text, or that of a day, and the history')
    .requiredOption(...WEBSITE)
    .option('--from <day>', 'first day of the text to print', parseDay)
    .addHelpText(
      'after',
      examples('robots show --website ws_…', 'robots show --website ws_… --json'),
    )
    .action(
      answering(dependencies, async (options: TextOptions) => {
        const { showRobots } = await import('./robots.js');
        return showRobots(dependencies, options);
      }),
    );
}

function removeCommand(dependencies: Dependencies): Command {
  return new Command('remove')
    .description('remove a text; the one before it is in force on its days instead')
    .requiredOption(...WEBSITE)
    .requiredOption('--from <day>', 'first day of the text', parseDay)
    .addHelpText('after', examples('robots remove --website ws_… --from 2026-11-01'))
    .action(
      answering(dependencies, async (options: Required<TextOptions>) => {
        const { removeRobots } = await import('./robots.js');
        return removeRobots(dependencies, options);
      }),
    );
}

function generateCommand(dependencies: Dependencies): Command {
  return new Command('generate')
    .description('print rules for a robots.txt')
    .addOption(
      new Option(
        '--disallow <categories>',
        'categories of bots, with commas between them',
      ).makeOptionMandatory(),
    )
    .addHelpText('after', GENERATE_HELP)
    .action(
      answering(dependencies, async (options: GenerateOptions) => {
        const { generateRobots } = await import('./robots.js');
        return generateRobots(options);
      }),
    );
}
