import { createSecretKey, randomBytes } from 'node:crypto';
import { SealedSecrets, type SecretUse } from './sealed-secrets.js';

const newKey = () => createSecretKey(randomBytes(32));
const key = newKey();
const secrets = new SealedSecrets(key);
const USE: SecretUse = { purpose: 'signing', lineageId: 7 };
const SECRET = 'whsec_ \u{1F511} 0123456789';

it('opens what it sealed, also after a restart', () => {
  const sealed = secrets.seal(SECRET, USE);
  expect(secrets.open(sealed, USE)).toEqual({ kind: 'opened', secret: SECRET });
  expect(new SealedSecrets(key).open(sealed, USE)).toEqual({ kind: 'opened', secret: SECRET });
});

it('shows nothing of a secret, and not even that two are the same', () => {
  const [first, second] = [secrets.seal(SECRET, USE), secrets.seal(SECRET, USE)];
  expect(first.equals(second)).toBe(false);
  // Version and name of the key are the same; everything after them differs.
  expect(first.subarray(0, 9)).toEqual(second.subarray(0, 9));
  expect(first.subarray(9).equals(second.subarray(9))).toBe(false);
  expect(first.includes('whsec')).toBe(false);
  expect(first.includes(key.export().subarray(0, 4))).toBe(false);
});

it('says when another key sealed it', () => {
  const other = new SealedSecrets(newKey());
  expect(other.open(secrets.seal(SECRET, USE), USE)).toEqual({ kind: 'other_key' });
});

it('opens it for no other key of the account, and so for no one who swaps rows', () => {
  const sealed = secrets.seal(SECRET, USE);
  expect(secrets.open(sealed, { ...USE, lineageId: 8 })).toEqual({ kind: 'damaged' });
});

it('opens nothing of which one bit was changed, or the end is missing', () => {
  const sealed = secrets.seal('12345678', USE);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    const kind = at < 9 ? 'other_key' : 'damaged';
    expect([at, secrets.open(changed, USE)]).toEqual([at, { kind }]);
    expect([at, secrets.open(sealed.subarray(0, at), USE)]).toEqual([at, { kind }]);
  }
});
