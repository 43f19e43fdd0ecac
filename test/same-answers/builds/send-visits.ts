import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, type TextAnswer } from '../../support/http.js';
import { bodyOf } from '../comparison/answer.js';
import { type Difference, differencesOf } from '../comparison/differences.js';
import { maskFields } from '../comparison/masked-fields.js';
import type { Delivery } from '../visits/deliveries.js';
import { retryWhileBusy } from './retry-while-busy.js';
import type { RunningBuild } from './running-build.js';

/** What became of a delivery. */
export interface Sent {
  delivery: Delivery;
  /** How many entries the first build accepted. */
  accepted: number;
  /** Where the answers of the two builds differ. */
  differences: Difference[];
}

/** Sends deliveries to both builds at the same time, one after the other. */
export async function* sendVisits(
  [before, after]: readonly [RunningBuild, RunningBuild],
  deliveries: Iterable<Delivery>,
): AsyncGenerator<Sent> {
  for (const delivery of deliveries) {
    const wait = delivery.notBefore - Date.now();
    if (wait > 0) await sleep(wait);
    const [one, other] = await Promise.all([send(before, delivery), send(after, delivery)]);
    const differences = differencesOf(valueOf(one), valueOf(other));
    yield { delivery, accepted: acceptedOf(one.text), differences };
  }
}

const valueOf = (answer: TextAnswer) => ({
  status: answer.status,
  body: maskFields(bodyOf(answer), 'POST /logs'),
});

/** The log route says how many entries it accepted, a feed how many it took as entries. */
const acceptedOf = (text: string) => Number(/"(?:processed|entries)":(\d+)/.exec(text)?.[1] ?? 0);

/** Sends a delivery. A repeat with the same name counts once. */
const send = ({ base, account }: RunningBuild, { path, body, name }: Delivery) =>
  retryWhileBusy(() =>
    exchange(`${base}/api/v1/logs/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': account.botKey,
        ...(name === undefined ? {} : { 'idempotency-key': name }),
      },
      body,
    }),
  );
