import { newPublicId } from '@app/access';
import { alertDocument, eventDocument, MOST_ALERTS } from '@app/alerts';
import { alertInputSchema, type EventKind } from '@app/contracts';
import { Accounts, type AlertRow, Alerts } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { requireWebsite } from '../websites/websites.js';

/** Fields of an alert, as options give them. */
export type AlertFields = Readonly<Record<string, unknown>>;

/** The options of `alerts create`: the website, and the fields of the alert. */
export interface AlertOptions extends AlertFields {
  website: string;
  kind: string;
}

/** The options of `alerts list`. */
export interface ListOptions {
  website?: string;
}

/** The options of `alerts events`. */
export interface EventOptions extends ListOptions {
  kind?: EventKind;
  open?: boolean;
  limit: number;
}

const HEADINGS = ['ID', 'WEBSITE', 'TELLS', 'OPEN', 'CREATED'];
const NONE = `There is no alert. Make one with \`${BOTGAUGE} alerts create --website ws_… --kind KIND\`.`;

/**
 * Makes an alert.
 *
 * @throws UsageError for fields that its kind does not take; CommandError when there is no such
 *   website or bot, or the website has too many alerts
 */
export async function createAlert(
  dependencies: Dependencies,
  { website: websiteId, ...fields }: AlertOptions,
): Promise<Answer> {
  const parsed = alertInputSchema.safeParse(fields);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(faultOf).join('\n'));
  const { enabled, ...conditions } = parsed.data;
  const made = await withDatabase(dependencies, async (pool) => {
    const { id, account_id } = await requireWebsite(new Accounts(pool), websiteId);
    const alerts = new Alerts(pool);
    if ('bot' in conditions && conditions.bot !== null)
      conditions.bot = await requireBot(alerts, account_id, conditions.bot);
    const order = { publicId: newPublicId('alert'), websiteId: id, conditions, enabled };
    return alerts.create({ ...order, now: new Date(), most: MOST_ALERTS });
  });
  if (!made)
    throw new CommandError(
      `Website ${websiteId} has ${MOST_ALERTS} alerts, which is all that it may have: delete one with \`${BOTGAUGE} alerts delete al_…\`.`,
    );
  const document = listed(made);
  return {
    document,
    text: `Alert ${document.id} of ${made.domain}: ${document.in_words}\nThe service looks every minute. See what it found with \`${BOTGAUGE} alerts events\`.`,
  };
}

export async function listAlerts(
  dependencies: Dependencies,
  { website }: ListOptions,
): Promise<Answer> {
  const rows = await withDatabase(dependencies, async (pool) =>
    new Alerts(pool).list(await chosenWebsite(pool, website)),
  );
  const document = rows.map(listed);
  const cells = document.map(({ id, domain, in_words, enabled, open_events, created_at }) => [
    ...[id, domain, enabled ? in_words : `(disabled) ${in_words}`, `${open_events}`, created_at],
  ]);
  return { document, text: document.length > 0 ? renderList(HEADINGS, cells) : NONE };
}

export async function deleteAlert(dependencies: Dependencies, id: string): Promise<Answer> {
  const row = await withDatabase(dependencies, (pool) => new Alerts(pool).delete(id, new Date()));
  if (!row) throw noSuchAlert(id);
  return {
    document: { id, deleted: true },
    text: `Alert ${id} of ${row.domain} is deleted. Its events stay in the list.`,
  };
}

export const noSuchAlert = (id: string): CommandError =>
  new CommandError(`There is no alert ${id}: see the ids with \`${BOTGAUGE} alerts list\`.`);

export async function listEvents(
  dependencies: Dependencies,
  { website, kind, open, limit }: EventOptions,
): Promise<Answer> {
  const rows = await withDatabase(dependencies, async (pool) =>
    new Alerts(pool).events({ ...(await chosenWebsite(pool, website)), kind, open, limit }),
  );
  const document = rows.map(eventDocument);
  const lines = document.map(
    ({ opened_at, closed_at, domain, in_words }) =>
      `${opened_at.slice(0, 16).replace('T', ' ')}  ${closed_at === null ? 'open  ' : 'closed'}  ${domain ?? 'account'}: ${in_words}`,
  );
  const none = open ? 'No event is open.' : 'There is no event.';
  return { document, text: lines.length > 0 ? lines.join('\n') : none };
}

async function chosenWebsite(
  pool: ConstructorParameters<typeof Accounts>[0],
  website: string | undefined,
): Promise<{ websiteId?: number }> {
  if (website === undefined) return {};
  return { websiteId: (await requireWebsite(new Accounts(pool), website)).id };
}

/** @throws CommandError when reports of the account show no such bot */
export async function requireBot(alerts: Alerts, accountId: number, name: string): Promise<string> {
  const known = await alerts.nameOfBot(accountId, name);
  if (known !== undefined) return known;
  throw new CommandError(
    `There is no bot ${name}: give its name as \`${BOTGAUGE} report\` shows it.`,
  );
}

/** Says of an issue of a schema which option is wrong. */
export function faultOf(issue: {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
}) {
  const keys = (issue as { keys?: string[] }).keys;
  if (issue.code === 'unrecognized_keys' && keys)
    return keys.map((key) => `--${key} says nothing to an alert of this kind.`).join('\n');
  return `--${issue.path.map(String).join('.')} ${issue.message}.`;
}

/** An alert as commands show it. */
export const listed = (row: AlertRow) => ({ ...alertDocument(row), domain: row.domain });
