import { frozenHashes, hashesNow, mistakes } from './frozen-migrations.js';

it('no migration is changed, and each has its line', () => {
  expect(frozenHashes().size).toBeGreaterThan(0);
  expect(mistakes(hashesNow(), frozenHashes())).toEqual([]);
});

it('a migration that is changed, gone or new is named, with what to do', () => {
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
  expect(mistakes(now, frozen)).toEqual([
    expect.stringMatching(/^b\.sql was changed.* write what you need as a new migration/),
    expect.stringMatching(/^c\.sql is gone.* Put it back/),
    'd.sql has no line in libs/storage/migrations.sha256. Run: npm run schema',
  ]);
});
