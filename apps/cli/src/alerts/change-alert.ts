import { changedRule, ruleOf } from '@app/alerts';
import { Alerts } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { withDatabase } from '../program/database.js';
import { UsageError } from '../program/failure.js';
import { type AlertFields, listed, noSuchAlert, requireBot } from './alerts.js';

/**
 * Changes some fields of an alert.
 *
 * @throws UsageError for fields that its kind does not take, or when there are none; CommandError when
 *   there is no such alert or bot
 */
export async function updateAlert(
  dependencies: Dependencies,
  id: string,
  changes: AlertFields,
): Promise<Answer> {
  if (Object.keys(changes).length === 0)
    throw new UsageError('Say what to change, for example --least 100.');
  const row = await withDatabase(dependencies, async (pool) => {
    const alerts = new Alerts(pool);
    const alert = await alerts.find(id);
    if (!alert) throw noSuchAlert(id);
    const changed = changedRule(ruleOf(alert), changes);
    if ('faults' in changed)
      throw new UsageError(changed.faults.map((fault) => `--${fault}.`).join('\n'));
    const { enabled, ...conditions } = changed.rule;
    if ('bot' in conditions && conditions.bot !== null)
      conditions.bot = await requireBot(alerts, alert.account_id, conditions.bot);
    return alerts.update(alert, { conditions, enabled, now: new Date() });
  });
  if (!row) throw noSuchAlert(id);
  const document = listed(row);
  const state = document.enabled ? '' : ' It is disabled, and tells nothing.';
  return { document, text: `Alert ${id} of ${row.domain}: ${document.in_words}${state}` };
}
