import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withLogOptions } from '../log-delivery/log-options.js';
import { SERVICE_KINDS, type ServiceKind } from './service/service.js';
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

With --print-service nothing is followed. It prints lines to paste into a shell of an administrator: they
store BOTGAUGE_URL and BOTGAUGE_BOT_KEY where nobody else can read them, and install and start a unit of
systemd, or a scheduled task of Windows, that follows these logs.

Examples:
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} ship /var/log/nginx/access.log
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} ship --website ws_… '/var/log/nginx/*access.log*'
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} ship --print-service systemd '/var/log/nginx/access.log*'`;

const PRINT_SERVICE = new Option(
  '--print-service <kind>',
  'print what makes this command a service of this machine, and end',
)
  .choices(SERVICE_KINDS)
  .conflicts(['rejects', 'state']);

export function shipCommand(dependencies: Dependencies): Command {
  const command = new Command('ship')
    .description('follow access logs as they grow, and send what is added to them')
    .argument('<file...>', 'logs, or patterns of names; - for standard input');
  return withLogOptions(command)
    .option('--rejects <file>', 'append rejected lines to this file')
    .option('--state <folder>', 'where places in logs are kept (default: IMPORT_STATE_DIR)')
    .option('--quiet', 'say only what needs attention')
    .addOption(PRINT_SERVICE)
    .addHelpText('after', HELP)
    .action(
      answering(
        dependencies,
        async (names: string[], options: ShipOptions & Printed, shown: Command) => {
          const { printService: kind } = options;
          if (kind !== undefined) {
            const { printService } = await import('./service/print-service.js');
            return printService(dependencies, { kind, names, options: typedOptions(shown) });
          }
          const { runShip } = await import('./ship.js');
          return runShip(dependencies, names, options);
        },
      ),
    );
}

interface Printed {
  printService?: ServiceKind;
}

/** Returns the options of a command as they were typed, but the one that prints a service. */
function typedOptions(command: Command): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const isTyped = command.getOptionValueSource(name) === 'cli';
    if (!isTyped || option.long === PRINT_SERVICE.long) return [];
    const value: unknown = command.getOptionValue(name);
    return value === true ? [option.long ?? ''] : [option.long ?? '', String(value)];
  });
}
