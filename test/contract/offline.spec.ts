// A suite asks nobody on the internet for anything, although workers fetch lists by default.
import { eventually } from '@app/testing';
import { metricOf } from '../support/metrics.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

let system: System;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
afterAll(() => system.stop());

it('fetches no list', async () => {
  expect(system.env).toMatchObject({ VERIFY_LISTS: 'bundled' });
  // A worker that fetches notes in the database which lists it took before it asks for them.
  await eventually(async () =>
    expect(
      await metricOf(
        `http://127.0.0.1:${system.statusPort}`,
        'botgauge_address_list_age_seconds{list="gptbot"}',
      ),
    ).toBeGreaterThan(0),
  );
  const { rows } = await system.database.pool.query('SELECT id FROM address_lists');
  expect(rows).toEqual([]);
});
