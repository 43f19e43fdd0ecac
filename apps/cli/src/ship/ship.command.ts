import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withLogOptions } from '../log-delivery/log-options.js';
import type { ShipOptions } from './ship.js';

const HELP = `
Follows access logs as they grow and sends each line as a log entry to the API at BOTGAUGE_URL, with the
Bot Tracking Key in BOTGAUGE_BOT_KEY. It reads every format of \`import\`; see \`import --help\`. A file is
read from its start when it is seen for the first time.

A name may have the wildcards * and ?; put it in quotes, so that files that appear later are found too.
- is standard input. Logs may be rotated, renamed, zipped or emptied: each line is sent once. The place in
each log is kept in --state, also across kill -9. While the API is away, it waits and tries again.

Exit status: 0 ended by SIGTERM or SIGINT, or by the end of standard input; 1 the API does not accept the
key or the entries, or the state cannot be kept; 2 wrong usage.

Examples:
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} ship /var/log/nginx/access.log
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} ship --website ws_… '/var/log/nginx/*access.log*'`;

export function shipCommand(dependencies: Dependencies): Command {
  const command = new Command('ship')
    .description('follow access logs as they grow, and send what is added to them')
    .argument('<file...>', 'logs, or patterns of names; - for standard input');
  return withLogOptions(command)
    .option('--rejects <file>', 'append rejected lines to this file')
    .option('--state <folder>', 'where places in logs are kept (default: IMPORT_STATE_DIR)')
    .option('--quiet', 'say only what needs attention')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async (names: string[], options: ShipOptions) => {
        const { runShip } = await import('./ship.js');
        return runShip(dependencies, names, options);
      }),
    );
}
