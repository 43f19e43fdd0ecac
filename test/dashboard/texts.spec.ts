import { BOT_CATEGORIES, GROUP_KIND_NAMES } from '@app/contracts';
import { SIGNALS } from '@app/people';

/** Variables, because the types of this program have no browser in them. */
const TEXTS: string = '../../apps/dashboard/src/texts/en.js';
const CATEGORIES: string = '../../apps/dashboard/src/words/bot-categories.js';

async function textsOfGroups() {
  const { groups } = (await import(TEXTS)) as { groups: Record<'reasons' | 'who', object> };
  return groups;
}

it('has words for each signal by which visitors are judged, and no others', async () => {
  expect(Object.keys((await textsOfGroups()).reasons).sort()).toEqual(Object.keys(SIGNALS).sort());
});

it('has words for each kind of group', async () => {
  expect(Object.keys((await textsOfGroups()).who).sort()).toEqual([...GROUP_KIND_NAMES].sort());
});

it('knows each category of bots', async () => {
  const known = (await import(CATEGORIES)) as { CATEGORIES: string[] };
  expect([...known.CATEGORIES].sort()).toEqual([...BOT_CATEGORIES].sort());
});
