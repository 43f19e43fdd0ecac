import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type JudgedVisit, judgeVisits, type View } from '../../test/people/judge-visits.js';
import { type Label, readVisits } from '../../test/people/labelled-visits.js';

// Logs that `npm run bench -- people-lab` made, and who made which visit.
const SAMPLE = join(__dirname, '../../test/people/sample');
const LOG = '.ndjson.gz';

const visits = readVisits(readFileSync(join(SAMPLE, 'labels.tsv'), 'utf8'));
const websites = readdirSync(SAMPLE).flatMap((name) =>
  name.endsWith(LOG) ? [name.slice(0, -LOG.length)] : [],
);

function judge(website: string): Promise<JudgedVisit[]> {
  const text = gunzipSync(readFileSync(join(SAMPLE, website + LOG))).toString();
  const lines = text.trimEnd().split('\n');
  const { http_host: domain } = JSON.parse(lines[0] ?? '') as { http_host: string };
  const own = visits.filter((visit) => visit.website === website);
  return judgeVisits(lines, domain, own);
}

/** Returns how many visits with a label got which verdict. */
function counts(judged: readonly JudgedVisit[], label: Label, view: View): Record<string, number> {
  const found: Record<string, number> = {};
  for (const visit of judged.filter((one) => one.label === label)) {
    const { judgement } = visit.verdicts[view];
    found[judgement] = (found[judgement] ?? 0) + 1;
  }
  return found;
}

const PROGRAMS = { automation: 11 };

/** The verdicts on people, and on automation, where files are logged; with headers or without. */
const WITH_FILES: Record<string, Record<Label, Record<string, number>>> = {
  ahead: { person: { people: 20, undecided: 4 }, automation: PROGRAMS },
  app: { person: { people: 20 }, automation: PROGRAMS },
  // Browsers that a program drives are among automation, here and on the website `plain`.
  cached: {
    person: { people: 13, undecided: 11 },
    automation: { people: 10, undecided: 8, automation: 13, named: 2 },
  },
  cachedSilent: { person: { people: 8, undecided: 15, automation: 1 }, automation: PROGRAMS },
  letter: { person: { people: 4, undecided: 40 }, automation: PROGRAMS },
  plain: {
    person: { people: 20, undecided: 4 },
    automation: { people: 18, undecided: 2, named: 2, automation: 11 },
  },
  silent: { person: { people: 16, undecided: 8 }, automation: PROGRAMS },
  worker: { person: { people: 16, undecided: 5, unseen: 3 }, automation: PROGRAMS },
};

describe('the laboratory', () => {
  it('has these websites', () => expect(websites).toEqual(Object.keys(WITH_FILES)));

  it.each(Object.entries(WITH_FILES))('has these verdicts on the website %s', async (name, all) => {
    const judged = await judge(name);
    for (const view of ['with headers', 'combined'] as const)
      for (const label of ['person', 'automation'] as const)
        expect([view, label, counts(judged, label, view)]).toEqual([view, label, all[label]]);
  });

  it('has nobody who is judged by pages only', async () => {
    const judged = (await Promise.all(websites.map(judge))).flat();
    const found = new Set(judged.map(({ verdicts }) => verdicts['pages only'].judgement));
    expect([...found].sort()).toEqual(['named', 'none', 'unseen']);
  });

  it('has one person who is called automation: behind a cache and without referers', async () => {
    const judged = (await Promise.all(websites.map(judge))).flat();
    const lost = judged.flatMap(({ website, label, persona, verdicts }) => {
      const { judgement, signals } = verdicts['with headers'];
      return label === 'person' && judgement === 'automation'
        ? [{ website, persona, signals }]
        : [];
    });
    expect(lost).toEqual([
      {
        website: 'cachedSilent',
        persona: '… comes again',
        signals: ['noFiles', 'pagesWithoutFiles'],
      },
    ]);
  });
});
