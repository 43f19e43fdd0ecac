import { Command } from 'commander';
import { type Dependencies, say } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';

const HELP = `
Reads user agents from standard input, one per line; an empty line is an empty user agent. Writes one
JSON object per line, in the same order, with or without --json. Needs no database.

With --explain, each object has the layers that were asked, in order. The last one decided, and gives
the reason.

Examples:
  echo 'GPTBot/1.2' | ${BOTGAUGE} classify
  echo 'Mozilla/5.0' | ${BOTGAUGE} classify --explain
  awk -F'"' '{print $6}' access.log | ${BOTGAUGE} classify > verdicts.jsonl`;

export function classifyCommand(dependencies: Dependencies): Command {
  const { input, output } = dependencies;
  return new Command('classify')
    .description('classify user agents from standard input as people, bots or AI bots')
    .option('--explain', 'add the layers that were asked, and the reason of the deciding one')
    .addHelpText('after', HELP)
    .action(async (options: { explain?: boolean }) => {
      if ('isTTY' in input && input.isTTY) {
        say(dependencies, 'Type user agents, one per line; Ctrl-D ends the input.');
      }
      const { classifyStream } = await import('./classify.js');
      await classifyStream(input, output, options);
    });
}
