import { shardOfWebsite } from '@app/queue';
import type { FirstTenant } from '../support/service.js';
import type { Stage } from './stage.js';

/** Returns a website for each shard, in their order. Websites are made until there are enough. */
export async function websitesOfShards(stage: Stage): Promise<FirstTenant[]> {
  const shards = Number(stage.env['QUEUE_SHARDS']);
  const found = new Map<number, FirstTenant>();
  for (let place = 0; found.size < shards; place++) {
    const website =
      [stage.tenant, ...stage.others][place] ?? (await stage.addWebsite(`${place}.example`));
    const shard = shardOfWebsite(await numberOf(stage, website), shards);
    if (!found.has(shard)) found.set(shard, website);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, website]) => website);
}

async function numberOf({ database }: Stage, { websiteId }: FirstTenant): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    'SELECT id::int AS id FROM websites WHERE public_id = $1',
    [websiteId],
  );
  return row?.id ?? 0;
}
