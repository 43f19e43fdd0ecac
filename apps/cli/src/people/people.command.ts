import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDay } from '../program/options.js';
import type { PeopleOptions } from './people.js';

const HELP = `
Shows how the visits of browsers on a UTC day were judged: people, undecided, undeclared automation and
not judged, with their visitors. It asks the API at BOTGAUGE_URL (default: the API on this machine), with
the API Key in BOTGAUGE_API_KEY.

With --explain it says why: each group of visitors that were judged alike, in one sentence, with its
networks, agents, pages, status codes, and the signals that it was judged by (docs/people.md). A weight
below 0 speaks for a program, above 0 for a person; a visitor is judged by the sum. The groups of the last
two days may change.
${examples(
  'people --website ws_… --day 2026-11-20',
  'people --website shop.example --day 2026-11-20 --explain',
  'people --website ws_… --day 2026-11-20 --explain --json',
)}`;

export function peopleCommand(dependencies: Dependencies): Command {
  return new Command('people')
    .description('show who of a day’s visitors are people, and why others are not')
    .requiredOption('--website <id>', 'website of the account, ws_…, or its domain')
    .requiredOption('--day <day>', 'day, UTC', parseDay)
    .option('--explain', 'show groups of visitors, and what they were judged by')
    .addHelpText('after', HELP)
    .action(
      answering(dependencies, async (options: PeopleOptions) => {
        const { showPeople } = await import('./people.js');
        return showPeople(dependencies, options);
      }),
    );
}
