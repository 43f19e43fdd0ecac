import { frozenHashes, hashesNow, mistakes } from './frozen-migrations.js';

it('each migration is as its line says', () => {
  expect(frozenHashes().size).toBeGreaterThan(0);
  expect(mistakes(hashesNow(), frozenHashes())).toEqual([]);
});

describe('a migration that is changed, gone or new is named, with what to do', () => {
  const frozen = new Map([
    ['a.sql', '1'],
    ['b.sql', '2'],
    ['c.sql', '3'],
  ]);
  const now = new Map([
    ['a.sql', '1'],
    ['b.sql', '9'],
    ['d.sql', '4'],
  ]);
  const added = 'd.sql has no line in libs/storage/migrations.sha256. Run: npm run schema';

  it('after version 1.0.0', () => {
    expect(mistakes(now, frozen, true)).toEqual([
      expect.stringMatching(/^b\.sql was changed.* write what you need as a new migration/),
      expect.stringMatching(/^c\.sql is gone.* Put it back/),
      added,
    ]);
  });

  it('before it', () => {
    expect(mistakes(now, frozen, false)).toEqual([
      'b.sql was changed. Run: npm run schema',
      'c.sql is gone. Run: npm run schema',
      added,
    ]);
  });
});
