import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findSecretKey, secretKeyOf } from './secret-key.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secret-key-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it('makes 32 random bytes that only this user can read, and keeps them', () => {
  const dataDir = path.join(folder, 'data');
  expect(findSecretKey(dataDir)).toBeUndefined();
  const key = secretKeyOf(dataDir);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(secretKeyOf(dataDir)).toBe(key);
  expect(findSecretKey(dataDir)).toBe(key);
  expect(fs.readdirSync(dataDir)).toEqual(['secret-key']);
  expect(fs.statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(secretKeyOf(path.join(folder, 'other'))).not.toBe(key);
});

it('keeps a key that the user brought', () => {
  fs.writeFileSync(path.join(folder, 'secret-key'), 'brought\n');
  expect(secretKeyOf(folder)).toBe('brought');
});

it('says what to do when the folder cannot be used', () => {
  fs.writeFileSync(path.join(folder, 'file'), '');
  expect(() => secretKeyOf(path.join(folder, 'file'))).toThrow(/cannot be kept in .*SECRET_KEY/);
  fs.mkdirSync(path.join(folder, 'secret-key'));
  expect(() => secretKeyOf(folder)).toThrow(/cannot be read \(EISDIR\).*or set SECRET_KEY/);
});
