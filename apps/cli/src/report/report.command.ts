import { PERIODS } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';
import { type ReportOptions, showReport } from './show-report.js';

const EXAMPLES = `
Reads the reports of a website from the API at BOTGAUGE_URL (default: the API on this machine), with the
API Key in BOTGAUGE_API_KEY: totals and their change, days, bots by category, top pages, people sent by AI
assistants.

Examples:
  BOTGAUGE_API_KEY=api_… botgauge report --website ws_…
  botgauge report --website ws_… --period last_month
  botgauge report --website ws_… --json`;

export function reportCommand(dependencies: Dependencies): Command {
  return new Command('report')
    .description('show who visits a website')
    .requiredOption('--website <id>', 'website of the account, ws_…')
    .addOption(new Option('--period <name>', 'days, UTC').choices(PERIODS).default('last_30_days'))
    .addHelpText('after', EXAMPLES)
    .action(answering(dependencies, (options: ReportOptions) => showReport(dependencies, options)));
}
