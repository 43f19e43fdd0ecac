// A process that offers batches on a schedule, whatever becomes of them. Told what by a message.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, createEntryMaker } from '../pipeline/entries.mjs';

/** Bodies that are sent in turn. */
const BODIES = 40;
/** Then a body is made anew: its entries are of now, like those of a shipper. */
const FRESH_MS = 20_000;
/** How often is looked for what is due. */
const TICK_MS = 2;

process.on('message', (order) => {
  offer(order).then(
    (offered) => process.send(offered),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/**
 * `phases`: one after the other, each `seconds` long with `rate` requests a second. Nothing is sent again. What is due
 * while `connections` requests are under way is not sent, and counted. Returns of each phase when it
 * started and its answers, in the order in which they came.
 */
async function offer({ url, key, domains, batch, connections, phases }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const nextBody = createBodies(domains, batch);
  const under = new Set();
  const results = [];
  for (const { rate, seconds } of phases) {
    const start = Date.now();
    const result = { start, seconds, due: Math.floor(rate * seconds), unsent: 0, answers: [] };
    results.push(result);
    for (let number = 0; number < result.due; number++) {
      while (Date.now() < start + (number * 1_000) / rate) await sleep(TICK_MS);
      if (under.size >= connections) {
        result.unsent++;
        continue;
      }
      const answer = post(agent, url, key, nextBody()).then((seen) => result.answers.push(seen));
      under.add(answer);
      void answer.finally(() => under.delete(answer));
    }
  }
  await Promise.all(under);
  agent.destroy();
  return results;
}

function createBodies(domains, batch) {
  const makeEntry = createEntryMaker(domains, 1);
  const stocks = Array.from({ length: BODIES }, () => Array.from({ length: batch }, makeEntry));
  const bodies = [];
  let number = 0;
  return () => {
    const place = number++ % BODIES;
    const now = Date.now();
    if (!bodies[place] || now - bodies[place].time > FRESH_MS)
      bodies[place] = { time: now, bytes: Buffer.from(bodyOf(stocks[place], now)) };
    return bodies[place].bytes;
  };
}

/** Time of the answer, how long it took, its status (0: the connection broke) and its `Retry-After`. */
async function post(agent, url, key, body) {
  const began = performance.now();
  const seen = { status: 0, retryAfter: NaN };
  try {
    const outgoing = request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-api-key': key,
      },
    });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    response.resume();
    await once(response, 'end');
    seen.status = response.statusCode;
    seen.retryAfter = Number(response.headers['retry-after'] ?? NaN);
  } catch (error) {
    seen.error = String(error);
  }
  return { ...seen, at: Date.now(), ms: performance.now() - began };
}
