import { LOG_FORMAT_NAMES } from '@app/log-formats';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { parseCount, parseDomain } from '../program/options.js';
import type { ImportOptions } from './read-all.js';

const PATIENCE_SECONDS = 300;

const HELP = `
Sends the lines of access logs as log entries to the API at BOTGAUGE_URL (default: the API on this
machine), with the Bot Tracking Key in BOTGAUGE_BOT_KEY. Reads files as they are or as gzip, and - for
standard input. The formats, recognised by themselves:
  combined    Apache and nginx, with a virtual host in front or without
  common      the same without user agents
  json        JSON lines with the fields of log entries
  w3c         W3C extended log, as IIS writes it
  cloudfront  CloudFront standard log
  caddy       Caddy JSON
  traefik     Traefik JSON with request_User-Agent

Run it again as often as you like: a log is known by its content, and only what is new of it is sent.
An entry counts for the website of its host, otherwise for that of the key; lines without a host get the
domain of --website (looked up with the API Key in BOTGAUGE_API_KEY) or --host.

Exit status: 0 done, also when lines were rejected; 1 nothing could be read, or the API does not take
it: run the same command again to go on; 2 wrong usage.

Examples:
  ${BOTGAUGE} import --dry-run access.log
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} import --website ws_… /var/log/nginx/access.log*
  zcat archive/*.gz | ${BOTGAUGE} import --format combined -`;

export function importCommand(dependencies: Dependencies): Command {
  return new Command('import')
    .description('import access logs: Apache, nginx, IIS, CloudFront, Caddy, Traefik, JSON lines')
    .argument('<file...>', 'logs, oldest first; - for standard input')
    .option('--website <id>', 'website that lines without a host count for, ws_…')
    .option('--host <domain>', 'host of lines that name none', parseDomain)
    .addOption(
      new Option('--format <name>', 'do not recognise the format').choices(LOG_FORMAT_NAMES),
    )
    .option('--dry-run', 'classify and report, without server and website')
    .option('--rejects <file>', 'append rejected lines to this file')
    .option('--no-rejects', 'keep no file of rejected lines')
    .option(
      '--patience <seconds>',
      'how long to wait for an API that does not answer',
      parseCount,
      PATIENCE_SECONDS,
    )
    .option('--quiet', 'show nothing but the result')
    .addHelpText('after', HELP)
    .action(
      answering(
        dependencies,
        async (
          files: string[],
          options: ImportOptions & { dryRun?: boolean },
          command: Command,
        ) => {
          const { json } = command.optsWithGlobals<{ json?: boolean }>();
          // The registry of bots is loaded only where something is classified.
          const work = options.dryRun
            ? (await import('./dry-run.js')).dryRun
            : (await import('./import.js')).runImport;
          return work(dependencies, files, { ...options, json });
        },
      ),
    );
}
