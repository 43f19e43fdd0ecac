// npm run plan -- --entries-per-second 1e6 --websites 20000: how many machines a load needs. It needs no
// build and no package. The figures are in plan/figures.mjs; what they mean is told in docs/scaling.md.
import { FIGURES } from './plan/figures.mjs';
import { readOptions, USAGE, WrongUsage } from './plan/options.mjs';
import { planFor } from './plan/plan.mjs';
import { linesOf } from './plan/text.mjs';

try {
  const load = readOptions(process.argv.slice(2));
  const text = load.help ? USAGE : linesOf(load, planFor(load, FIGURES[load.flavour])).join('\n');
  process.stdout.write(text.trimEnd() + '\n');
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
