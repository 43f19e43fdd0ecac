import { FORMAT_SYNTAXES, LOG_FORMAT_NAMES } from '@app/log-formats';
import { type Command, Option } from 'commander';
import { parseDomain, parseNames } from '../program/options.js';

/** Adds the options that say how logs are read and which website their lines count for. */
export function withLogOptions(command: Command): Command {
  return command
    .option('--website <id>', 'website for lines without a host, ws_…')
    .option('--host <domain>', 'host for lines without a host', parseDomain)
    .addOption(
      new Option('--format <name>', 'format of the logs, if it is not recognised').choices(
        LOG_FORMAT_NAMES,
      ),
    )
    .option(
      '--fields <names>',
      'columns of a log that does not name them, in their order, with commas between them',
      parseNames,
    )
    .addOption(
      new Option(
        '--format-string <text>',
        "format of the logs as the server has it: Apache's LogFormat, nginx's log_format or GoAccess's log-format",
      ).conflicts('format'),
    )
    .addOption(
      new Option(
        '--format-syntax <name>',
        'whose language the format string is in, if its text does not tell',
      ).choices(FORMAT_SYNTAXES),
    )
    .option('--date-format <text>', 'how %d of a format string of GoAccess is written: %d/%b/%Y')
    .option('--time-format <text>', 'how %t of a format string of GoAccess is written: %H:%M:%S');
}
