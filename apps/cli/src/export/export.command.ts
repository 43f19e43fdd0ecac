import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { parseDay } from '../program/options.js';
import { FORMATS } from './day-file.js';
import { type ExportOptions, exportVisits } from './export.js';

const HELP = `
Writes the visits of a website to a file for each day (UTC), from the API at BOTGAUGE_URL (default: the API
on this machine), with the API Key in BOTGAUGE_API_KEY. A file has its name, such as
shop.example_2026-11-20.ndjson.gz, when it is whole; until then the name ends with .unfinished. Days that
are not over are refused, because their files would not be whole. Logs that come later may bring visits of
days that are exported: export those days again with --overwrite.

Examples:
  BOTGAUGE_API_KEY=api_… ${BOTGAUGE} export --website ws_…
  ${BOTGAUGE} export --website ws_… --start-date 2026-11-01 --end-date 2026-11-30 --to /var/exports
  ${BOTGAUGE} export --website ws_… --start-date 2026-11-20 --format csv --overwrite`;

export function exportCommand(dependencies: Dependencies): Command {
  return new Command('export')
    .description('write the visits of days to files')
    .requiredOption('--website <id>', 'website of the account, ws_…')
    .option('--start-date <day>', 'first day, UTC (default: yesterday)', parseDay)
    .option('--end-date <day>', 'last day, UTC (default: yesterday)', parseDay)
    .addOption(new Option('--format <name>', 'what a line is').choices(FORMATS).default('ndjson'))
    .option('--to <folder>', 'where the files are written; it is made if there is none', '.')
    .option('--overwrite', 'replace files that are there already')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, (options: ExportOptions) => exportVisits(dependencies, options)),
    );
}
