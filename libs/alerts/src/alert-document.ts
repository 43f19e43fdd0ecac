import { type Alert, alertInputSchema, type AlertInput } from '@app/contracts';
import { alertInWords } from './alert-words.js';
import type { Rule } from './rule.js';

/** A website may have this many alerts. */
export const MOST_ALERTS = 50;

/** An alert as it is stored. */
export interface StoredAlert {
  public_id: string;
  website_public_id: string;
  conditions: Omit<AlertInput, 'enabled'>;
  enabled: boolean;
  created_at: Date;
  changed_at: Date;
  open_events: number;
}

const NO_CONDITIONS = {
  ...{ bot: null, category: null, categories: null, path: null, feed: null },
  ...{ direction: null, share: null, statuses: null, least: null, addresses: null },
};

/** Returns the rule of an alert. */
export function ruleOf({ conditions, enabled }: Pick<StoredAlert, 'conditions' | 'enabled'>): Rule {
  return { ...conditions, enabled } as Rule;
}

/** Returns an alert as the API and the command line show it. */
export function alertDocument(row: StoredAlert): Alert {
  return {
    id: row.public_id,
    website_id: row.website_public_id,
    ...NO_CONDITIONS,
    ...row.conditions,
    enabled: row.enabled,
    in_words: alertInWords(ruleOf(row)),
    open_events: row.open_events,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  };
}

/** Changes some fields of a rule. Returns the faults when its kind does not take them so. */
export function changedRule(rule: Rule, changes: object): { rule: Rule } | { faults: string[] } {
  const parsed = alertInputSchema.safeParse({ ...rule, ...changes });
  if (parsed.success) return { rule: parsed.data };
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key} is not a field of an alert of the kind ${rule.kind}`)
      : [`${issue.path.join('.')} ${issue.message}`],
  );
  return { faults };
}
