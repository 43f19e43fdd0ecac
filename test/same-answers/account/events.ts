// Events and deliveries of webhooks: the alerts of the account find what the visits have in them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDocument } from '@app/contracts';
import { eventually, startReceiver } from '@app/testing';
import { get } from '../../support/http.js';
import type { RunningBuild } from '../builds/running-build.js';
import { ALERTS } from './contents.js';
import { changed } from './create-account.js';

/** Starts the server to which the webhooks of the account point. Returns its address. */
export async function startWebhookReceiver(): Promise<string> {
  const receiver = await startReceiver();
  receiver.answer = (response, { path }) =>
    response.writeHead(path.endsWith('/gone') ? 410 : 204).end();
  return receiver.url;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Alerts are judged every minute, and some in the minute after the first. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
const ASKED_EVERY_MS = 500;
/** What events say depends on the hour in which they open, which must be the same on all builds. */
const OPENS_WITHIN_MS = 3 * MINUTE_MS;

/** The only alert that finds nothing: feeds that came a moment ago are not silent. */
const FINDS_NOTHING = 'feed_silent';
/** The alert that is disabled again, which closes its event. */
const IS_DISABLED = 'dead_entries';

/**
 * Enables the alerts of each build, and waits until their events are open and were delivered to the
 * webhooks. All visits must be stored: events have the figures of the moment at which they opened.
 *
 * @param hasDeadEntries whether there are entries that could not be stored
 */
export async function openEvents(
  builds: readonly RunningBuild[],
  hasDeadEntries: boolean,
): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < OPENS_WITHIN_MS) await sleep(left);
  await Promise.all(builds.map((build) => openEventsOf(build, hasDeadEntries)));
}

async function openEventsOf(build: RunningBuild, hasDeadEntries: boolean): Promise<void> {
  const { base, account } = build;
  const idOf = (name: string) => account.ids.get(name) ?? '';
  const change = (route: `${string} /${string}`, body?: object) =>
    changed(base, account.apiKey, route, body);
  const enable = (kind: string, enabled: boolean) =>
    change(`PATCH /alerts/${idOf(`alert ${kind}`)}`, { enabled });
  const openEventsAre = (kind: string, count: number) =>
    until(`${kind} has ${count} open event(s)`, async () => {
      const { body } = await get(base, `/alerts/${idOf(`alert ${kind}`)}`, account.apiKey);
      return body.data.open_events === count;
    });
  const webhookIs = (name: string, isSo: (webhook: WebhookDocument) => boolean) =>
    until(`${name} has delivered or is disabled`, async () => {
      const { body } = await get(base, `/webhooks/${idOf(name)}`, account.apiKey);
      return isSo(body.data as WebhookDocument);
    });
  for (const { kind } of ALERTS) await enable(kind, true);
  for (const { kind } of ALERTS)
    if (kind !== FINDS_NOTHING && (kind !== IS_DISABLED || hasDeadEntries))
      await openEventsAre(kind, 1);
  // Its receiver is gone. If the event closed before that is known, a second delivery would be dropped.
  if (hasDeadEntries) await webhookIs('webhook 2', ({ disabled_at }) => disabled_at !== null);
  await enable(IS_DISABLED, false);
  await openEventsAre(IS_DISABLED, 0);
  for (const name of ['webhook 1', 'webhook 2']) {
    await change(`POST /webhooks/${idOf(name)}/test`);
    await webhookIs(name, ({ waiting }) => waiting === 0);
  }
}

const until = (what: string, isSo: () => Promise<boolean>) =>
  eventually(
    async () => {
      if (!(await isSo())) throw new Error(`It took too long until ${what}`);
    },
    LONGEST_WAIT_MS,
    ASKED_EVERY_MS,
  );
