import { loadConfig } from '@app/config';
import { Command } from 'commander';
import { type Dependencies, say } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { parseStatus } from '../program/options.js';
import type { ClassifyOptions } from './classify.js';

const HELP = `
Reads user agents from standard input, one per line; an empty line is an empty user agent. Writes one
JSON object per line, in the same order, with or without --json. Needs no database. Knows the bots of
this release, and those in the file that BOTS_FILE names.

A bot that no row of the registry names has the name that it gives itself, and "declared": true.
Its provider is the operator that it tells by name or address, or the domain of its address. Reports
show such a name from the third visit in the period on, that of an AI bot from the first one on.

With --explain, each object has the layers that were asked, in order. The one with a reason decided.

With --signature-agent, every user agent is classified as if it came with this header. Agents such as
that of ChatGPT have the user agent of a plain browser, and name themselves in the header only.

With --path, every user agent is classified as if it asked for this path, and --status is how the
request was answered. A browser that asks for what no site links is a vulnerability scanner.

Examples:
  echo 'GPTBot/1.2' | ${BOTGAUGE} classify
  echo 'Mozilla/5.0' | ${BOTGAUGE} classify --explain
  echo 'curl/8' | ${BOTGAUGE} classify --explain --signature-agent '"https://chatgpt.com"'
  echo 'Mozilla/5.0' | ${BOTGAUGE} classify --explain --path /wp-login.php --status 404
  awk -F'"' '{print $6}' access.log | ${BOTGAUGE} classify > verdicts.jsonl`;

export function classifyCommand(dependencies: Dependencies): Command {
  const { input, output } = dependencies;
  return new Command('classify')
    .description('classify user agents from standard input as people, bots or AI bots')
    .option('--explain', 'add the layers that were asked, and the reason of the deciding one')
    .option('--signature-agent <value>', 'the value of the header Signature-Agent')
    .option('--path <path>', 'the path that was asked for, like /.env')
    .option('--status <code>', 'the status of the answer to --path (default: 200)', parseStatus)
    .addHelpText('after', HELP)
    .action(async (options: ClassifyOptions) => {
      if ('isTTY' in input && input.isTTY) {
        say(dependencies, 'Type user agents, one per line; Ctrl-D ends the input.');
      }
      const { classifyStream } = await import('./classify.js');
      const { BOTS_FILE: botsFile } = loadConfig(dependencies.env);
      await classifyStream(input, output, { ...options, botsFile });
    });
}
