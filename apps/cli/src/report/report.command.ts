import { PERIODS, VISITORS } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { parseCountry, parseDay, parseHost } from '../program/options.js';
import { type ReportOptions, showReport } from './report.js';

const HELP = `
Reads the reports of a website from the API at BOTGAUGE_URL (default: the API on this machine), with the
API Key in BOTGAUGE_API_KEY. It shows totals and their change, bots by category and by name, what the
operators of AI bots read, who came under a bot's name from elsewhere, top pages, people sent by AI
assistants, the pages to which they came, and visits over time. Hosts
follow when there are several, or one that belongs to no website, and countries when the logs have them.
Visitors with the agents of browsers are people, undecided, undeclared automation, or not judged, by what
they did (docs/people.md). Lists of pages, hosts, countries and assistants have people beside browsers.

With --host or --country it shows the visits for a host, or from a country: totals, bots, and visits
over time. Other parts are not counted by them, and are left out.

Examples:
  BOTGAUGE_API_KEY=api_… ${BOTGAUGE} report --website ws_…
  ${BOTGAUGE} report --website ws_… --period last_month
  ${BOTGAUGE} report --website ws_… --start-date 2026-01-01 --end-date 2026-03-31
  ${BOTGAUGE} report --website ws_… --visitors ai_bots
  ${BOTGAUGE} report --website ws_… --host www.shop.example
  ${BOTGAUGE} report --website ws_… --json`;

export function reportCommand(dependencies: Dependencies): Command {
  return new Command('report')
    .description('show who visits a website')
    .requiredOption('--website <id>', 'website of the account, ws_…')
    .addOption(new Option('--period <name>', 'days, UTC (default: last_30_days)').choices(PERIODS))
    .option('--start-date <day>', 'first day instead of a period, UTC', parseDay)
    .option('--end-date <day>', 'last day, UTC (default: today)', parseDay)
    .addOption(
      new Option(
        '--visitors <which>',
        'only bots, or only AI bots, in everything but the totals, hosts and countries',
      ).choices(VISITORS),
    )
    .option('--host <host>', 'only visits for this host, like www.shop.example', parseHost)
    .option('--country <code>', 'only visits from this country, like DE', parseCountry)
    .addHelpText('after', HELP)
    .action(answering(dependencies, (options: ReportOptions) => showReport(dependencies, options)));
}
