import { alertInputSchema, alertChangesSchema } from '@app/contracts';
import { conditionsOf, startOf, textsOf } from './alert-fields.js';
import { ALERT_KINDS } from './kinds.js';

it('starts with what the API takes where nothing is said', () => {
  for (const kind of ALERT_KINDS)
    expect(alertInputSchema.parse({ kind, ...conditionsOf(kind, startOf(kind)) })).toEqual(
      alertInputSchema.parse({ kind }),
    );
});

const NOTHING = {
  ...{ id: 'al_1', website_id: 'ws_1', enabled: true, in_words: '', open_events: 0 },
  ...{ created_at: '', changed_at: '', bot: null, category: null, categories: null },
  ...{
    path: null,
    feed: null,
    direction: null,
    share: null,
    statuses: null,
    least: null,
    addresses: null,
  },
};

it('keeps every condition of an alert that is changed', () => {
  const alerts = [
    { kind: 'new_bot', categories: ['ai_search', 'seo'] },
    { kind: 'unusual_visits', bot: 'GPTBot', category: null, direction: 'below', least: 7 },
    { kind: 'errors', bot: null, category: 'ai_search', ...errors(0.007, '5xx', null) },
    { kind: 'errors', bot: null, category: null, ...errors(1, null, '/a') },
    { kind: 'spoofed', bot: 'GPTBot', least: 3 },
    { kind: 'feed_silent', feed: 'json' },
    { kind: 'feed_rejects', feed: 'json', share: 0.125, least: 4 },
    { kind: 'dead_entries', least: 2 },
    { kind: 'coverage_below', bot: 'GPTBot', category: null, share: 0.25, least: 30 },
    { kind: 'automation_above', share: 0.25, least: 30 },
    { kind: 'fleet_begun', least: 30, addresses: 7 },
    { kind: 'brute_force', least: 30 },
    { kind: 'robots_disobeyed', bot: null, category: 'ai_search', least: 5 },
  ] as const;
  for (const { kind, ...conditions } of alerts) {
    const texts = textsOf({ ...NOTHING, kind, ...conditions } as Parameters<typeof textsOf>[0]);
    expect([kind, conditionsOf(kind, texts)]).toEqual([kind, conditions]);
    expect(alertChangesSchema.safeParse(conditionsOf(kind, texts)).success).toBe(true);
  }
});

function errors(share: number, statuses: string | null, path: string | null) {
  return { path, statuses, share, least: 20 };
}
