// npm run bench -- people-lab: real browsers visit real websites of the laboratory, and the product
// judges their visitors by the logs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JudgedVisit, judgeVisits } from '../../apps/worker/test/people/judge-visits.js';
import { writeVisits } from '../../apps/worker/test/people/labelled-visits.js';
import { progress } from '../bench/figures.js';
import { listOf, type Options } from '../bench/options.js';
import { inLanes } from '../support/in-lanes.js';
import type { LabBrowser } from './browsers/browser.js';
import { type Lab, startLab } from './lab.js';
import { type Logs, readLogs } from './log/logs.js';
import { agentOf } from './personas/agents.js';
import { DRIVEN } from './personas/driven.js';
import { Guest } from './personas/guest.js';
import { PEOPLE } from './personas/people.js';
import type { Persona } from './personas/persona.js';
import { sendPrograms } from './personas/programs.js';
import { hostOf, WEBSITE_NAMES, type WebsiteName } from './server/websites.js';
import { printVerdicts } from './table.js';

/** How many visitors are there at the same time: most of the time they wait. */
const LANES = 4;

export async function peopleLab({ visitors, websites, seed, out }: Options): Promise<void> {
  const names = WEBSITE_NAMES.filter((name) => !websites || listOf(websites).includes(name));
  const lab = await startLab(Number(seed));
  const plans = plansFor(lab, names, Number(visitors));
  progress(`${plans.length} visitors with browsers`);
  await inLanes(plans.length, (at) => act(lab, plans[at] as Plan), LANES);
  for (const name of names) await sendPrograms(lab, name);
  progress('All have gone');
  if (out) mkdirSync(out, { recursive: true });
  const judged: JudgedVisit[] = [];
  for (const name of names) {
    const visits = lab.visits.filter(({ website }) => website === name);
    const logs = readLogs(lab.folder, name, visits);
    if (out) writeLogs(out, name, logs);
    judged.push(...(await judgeVisits(logs.json, hostOf(name), visits)));
  }
  if (out) writeFileSync(join(out, 'labels.tsv'), writeVisits(lab.visits));
  printVerdicts(judged);
}

/** A visitor that will come. */
interface Plan {
  website: WebsiteName;
  persona: Persona;
  browser: LabBrowser;
  agent: string | undefined;
}

/** Lets each kind of visitor come to its websites with each browser, some times. */
function plansFor(lab: Lab, websites: readonly WebsiteName[], times: number): Plan[] {
  return websites.flatMap((website) =>
    [...PEOPLE, ...DRIVEN]
      .filter((persona) => persona.websites.includes(website))
      .flatMap((persona) =>
        lab.browsers
          .filter(({ name }) => name === 'chromium' || !persona.isSparse)
          .flatMap((browser) =>
            Array.from({ length: times * (persona.share ?? 1) }, () => ({
              ...{ website, persona, browser },
              agent: persona.isHeadless ? undefined : agentOf(browser, lab.random),
            })),
          ),
      ),
  );
}

async function act(lab: Lab, { website, persona, browser, agent }: Plan): Promise<void> {
  const { name, label, isSparse } = persona;
  const guest = await Guest.come(lab, { website, persona: name, label }, browser, {
    ...{ agent, isSparse },
  });
  await persona.act(guest);
  await guest.leave();
}

function writeLogs(folder: string, website: WebsiteName, { json, combined }: Logs): void {
  writeFileSync(join(folder, `${website}.ndjson`), json.map((line) => `${line}\n`).join(''));
  writeFileSync(join(folder, `${website}.log`), combined.map((line) => `${line}\n`).join(''));
}
