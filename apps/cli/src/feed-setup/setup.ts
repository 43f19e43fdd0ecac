import { createKey } from '@app/access';
import { loadConfig } from '@app/config';
import {
  fillIn,
  type Guide,
  guidesAlsoFor,
  needsKey,
  readGuides,
  remarksOn,
} from '@app/feed-guides';
import { Accounts, Keys } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { publicApiUrl } from '../program/api.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { UsageError } from '../program/failure.js';
import { requireWebsite } from '../websites/websites.js';

export interface SetupOptions {
  website?: string;
}

/** Lists the senders, or makes a key for one of them and prints how it is set up. */
export async function setUpFeed(
  dependencies: Dependencies,
  sender: string | undefined,
  { website }: SetupOptions,
): Promise<Answer> {
  const guides = readGuides();
  if (sender === undefined) return listOf(guides);
  const guide = guides.find((one) => one.sender === sender);
  if (!guide) throw new UsageError(`There is no sender ${sender}: ${choiceFor(sender, guides)}`);
  if (website === undefined)
    throw new UsageError('Name the website whose key the sender gets: --website ws_…');
  const url = publicApiUrl(loadConfig(dependencies.env));
  const { tracking, made } = await prepare(dependencies, guide, website);
  const text = fillIn(guide, { url, key: made?.key, website, tracking });
  return {
    document: { sender, page: `docs/feeds/${guide.page}`, url, ...made, text },
    text: [
      ...(made
        ? [
            `The sender ${sender} has a Bot Tracking Key of its own (${made.key_id}), which is not shown again.`,
          ]
        : []),
      ...remarksOn(url),
      '',
      text,
      '',
      `More about it, and what to do when nothing comes: docs/feeds/${guide.page}.`,
    ].join('\n'),
  };
}

/** What to choose in the place of a name that no sender has. */
function choiceFor(name: string, guides: readonly Guide[]): string {
  const known = guidesAlsoFor(name, guides);
  return known.length > 0
    ? `what you look for is sent by ${namesOf(known)}.`
    : `choose one of ${namesOf(guides)}.`;
}

const namesOf = (guides: readonly Guide[]) => guides.map(({ sender }) => sender).join(', ');

/** What a sender needs of its website: a key of its own, unless it needs none, and the tracking id. */
interface Prepared {
  tracking: string;
  made: { key_id: string; key: string } | undefined;
}

function prepare(dependencies: Dependencies, guide: Guide, website: string): Promise<Prepared> {
  return withDatabase(dependencies, async (pool) => {
    const found = await requireWebsite(new Accounts(pool), website);
    const { id: websiteId, account_id: accountId, tracking_id: tracking } = found;
    if (!needsKey(guide)) return { tracking, made: undefined };
    const key = { accountId, websiteId, kind: 'bot' as const, name: `Feed ${guide.sender}` };
    const { value, row } = await createKey(new Keys(pool), key);
    return { tracking, made: { key_id: row.public_id, key: value } };
  });
}

function listOf(guides: Guide[]): Answer {
  const document = guides.map(({ sender, page, names }) => ({
    ...{ sender, page: `docs/feeds/${page}`, names },
  }));
  const width = Math.max(...document.map(({ sender }) => sender.length));
  const pages = Math.max(...document.map(({ page }) => page.length));
  const rows = document.map(
    ({ sender, page, names }) =>
      `  ${sender.padEnd(width)}  ${page.padEnd(pages)}  also for ${names.join(', ')}`,
  );
  const next = `Next: ${BOTGAUGE} feeds setup ${document[0]?.sender} --website ws_…`;
  return { document, text: ['Senders, and the pages about them:', ...rows, '', next].join('\n') };
}
