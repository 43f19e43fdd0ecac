// Compares how long two services take to answer, in turns: two builds that `reports --hold` keeps, each
// with its own database.
import { type Comparison, REPORT_COLUMNS, rowsOfReports } from './compare/reports.js';
import { median, printTable, progress, round } from './figures.js';
import { type Options, WrongUsage } from './options.js';
import { askerOf } from './reports/asker-name.js';
import { type Asker, isThere, latenciesInTurns, targetOf } from './reports/clients.js';
import { questions } from './reports/questions.js';

export async function compareReports(options: Options, names: string[]): Promise<void> {
  const [before, after] = askersOf(names);
  const comparisons: Comparison[] = [];
  for (const question of questions(Number(options.days))) {
    const targets = [targetOf(before, question), targetOf(after, question)];
    if (!(await Promise.all(targets.map(isThere))).every(Boolean)) {
      progress(`${question.report}: not in both builds`);
      continue;
    }
    const samples = await latenciesInTurns(targets, Number(options.requests));
    const [ofBefore = [], ofAfter = []] = samples;
    comparisons.push({ ...question, before: ofBefore, after: ofAfter });
    const times = `${round(median(ofBefore))} and ${round(median(ofAfter))} ms`;
    progress(`${question.report}, ${question.days} days: ${times}`);
  }
  const what = 'Median milliseconds before / after, and median of the ratios of each turn';
  printTable(what, REPORT_COLUMNS, rowsOfReports(comparisons));
}

function askersOf(names: string[]): [Asker, Asker] {
  const [before, after, ...others] = names.map(askerOf);
  if (!before || !after || others.length > 0)
    throw new WrongUsage(
      'Keep two builds with npm run bench -- reports --hold, each in its own checkout. Then name both as they ' +
        'were printed: npm run bench -- compare-reports http://KEY@HOST:PORT/WEBSITE http://KEY@HOST:PORT/WEBSITE',
    );
  return [before, after];
}
