import { LOG_FORMAT_NAMES } from '@app/log-formats';
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
    );
}
