import type { Key } from '../../api/types.js';
import { isLive, keyInWords } from './key-words.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const aKey = (fields: Partial<Key> = {}): Key => ({
  id: 'key_1',
  kind: 'bot',
  name: 'CDN',
  scope: null,
  website_id: 'ws_1',
  last4: 'aB3x',
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
  has_signing_secret: false,
  ...fields,
});

it('works until it expires or is revoked', () => {
  expect(isLive(aKey(), NOW)).toBe(true);
  expect(isLive(aKey({ expires_at: '2026-11-20T12:00:01Z' }), NOW)).toBe(true);
  expect(isLive(aKey({ expires_at: '2026-11-20T12:00:00Z' }), NOW)).toBe(false);
  expect(isLive(aKey({ revoked_at: '2026-11-20T11:00:00Z' }), NOW)).toBe(false);
});

it('says what there is to know of a key', () => {
  expect(keyInWords(aKey(), NOW)).toBe('ends with aB3x · made 1 Nov 2026, 08:00 · never used');
  const rotated = aKey({
    scope: 'read',
    last_used_at: '2026-11-20T11:59:00Z',
    expires_at: '2026-11-21T12:00:00Z',
    replaced_by: 'key_2',
    has_signing_secret: true,
  });
  expect(keyInWords(rotated, NOW)).toBe(
    'ends with aB3x · only reads · made 1 Nov 2026, 08:00 · last used 20 Nov 2026, 11:59 · ends 21 Nov 2026, 12:00 · replaced by another · checks signatures',
  );
  const ended = { revoked_at: '2026-11-20T11:00:00Z', expires_at: '2026-11-21T12:00:00Z' };
  expect(keyInWords(aKey(ended), NOW)).toMatch(/· revoked 20 Nov 2026, 11:00$/);
  expect(keyInWords(aKey({ expires_at: '2026-11-19T12:00:00Z' }), NOW)).toContain('· ended 19 Nov');
});
