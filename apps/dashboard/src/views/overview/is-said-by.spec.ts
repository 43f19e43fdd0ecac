import { isSaidBy } from './is-said-by.js';

const NOTHING = { bot: null, page: null, feed: null };
const event = (kind: 'errors' | 'unusual_visits' | 'spoofed' | 'feed_silent', subject: string) => ({
  ...{ kind, subject, figures: {} },
});

it('knows which findings an open event says already', () => {
  const findings = [
    { ...NOTHING, kind: 'failing_page', page: '/a' },
    { ...NOTHING, kind: 'stopped_bot', bot: 'GPTBot' },
    { ...NOTHING, kind: 'spoofed_bot', bot: 'GPTBot' },
    { ...NOTHING, kind: 'silent_feed', feed: 'json' },
    { ...NOTHING, kind: 'old_lists' },
  ] as const;
  const events = [
    event('errors', '/a'),
    event('unusual_visits', 'GPTBot'),
    event('spoofed', 'GPTBot'),
    event('feed_silent', 'json'),
  ];
  const said = findings.map((finding) =>
    events.map((one) => Number(isSaidBy([one], finding))).join(''),
  );
  expect(said).toEqual(['1000', '0100', '0010', '0001', '0000']);
});

it('does not take another one of the same kind, nor more visits than usual, for the same', () => {
  const stopped = { ...NOTHING, kind: 'stopped_bot', bot: 'GPTBot' } as const;
  const above = { ...event('unusual_visits', 'GPTBot'), figures: { direction: 'above' } };
  expect(isSaidBy([event('unusual_visits', 'ClaudeBot'), above], stopped)).toBe(false);
});

it('knows whom an event about all bots names', () => {
  const spoofed = { ...NOTHING, kind: 'spoofed_bot', bot: 'GPTBot' } as const;
  const events = (most_spoofed: string) => [
    { kind: 'spoofed' as const, subject: null, figures: { most_spoofed } },
  ];
  expect(isSaidBy(events('GPTBot'), spoofed)).toBe(true);
  expect(isSaidBy(events('ClaudeBot'), spoofed)).toBe(false);
});
