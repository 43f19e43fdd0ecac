import { Command } from 'commander';
import type { Dependencies } from '../program/dependencies.js';

const EXAMPLES = `
Reads user agents from standard input, one a line; an empty line is an empty user agent. Writes one
JSON object a line, in the same order, with or without --json. Needs no database.

With --explain each object has the layers that were asked, in their order: the last one decided and
says why.

Examples:
  echo 'GPTBot/1.2' | botgauge classify
  echo 'Mozilla/5.0' | botgauge classify --explain
  awk -F'"' '{print $6}' access.log | botgauge classify > verdicts.jsonl`;

export function classifyCommand({ input, output, errors }: Dependencies): Command {
  return new Command('classify')
    .description('tell people, bots and AI bots apart by user agents from standard input')
    .option('--explain', 'add the layers that were asked and the reason of the one that decided')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { explain?: boolean }) => {
      if ('isTTY' in input && input.isTTY) {
        errors.write('Type user agents, one a line; Ctrl-D ends.\n');
      }
      const { classifyStream } = await import('./classify-stream.js');
      await classifyStream(input, output, options);
    });
}
