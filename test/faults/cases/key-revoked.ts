import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

/** "It stops within 10 seconds everywhere." */
const EVERYWHERE_MS = 10_000;

interface Key {
  id: string;
  kind: string;
}

export const keyRevoked: Fault = {
  id: '23',
  name: 'key revoked while cached',
  queues: BOTH,
  stage: () => ({ apiCount: 2 }),
  run: async ({ stage, note }) => {
    const producer = new Producer(stage, { perSecond: 16 }).start();
    await sleep(2_000);
    const keys = await stage.cli<Key[]>('keys', 'list');
    const key = keys.find(({ kind }) => kind === 'bot');
    must(key !== undefined, 'There is no Bot Tracking Key');
    await stage.cli('keys', 'revoke', key.id);
    const revoked = producer.obligations.length;
    await sleep(EVERYWHERE_MS);
    const stopped = producer.obligations.length;
    await sleep(1_000);
    await producer.stop();
    const { obligations } = producer;
    const late = obligations.slice(revoked, stopped).filter(({ outcome }) => outcome === 'acked');
    must(
      obligations.slice(stopped).every(({ status }) => status === 401),
      'A revoked key was accepted after 10 s',
    );
    note(`${late.length} requests acknowledged after it was revoked, none after 10 s`);
    const next = await stage.cli<{ key: string }>(
      ...['keys', 'create', '--kind', 'bot'],
      ...['--website', stage.tenant.websiteId],
    );
    stage.tenant = { ...stage.tenant, botKey: next.key };
    return [producer];
  },
};
