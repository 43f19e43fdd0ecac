// A process that sends entries over HTTP: at full speed, or so many a second. Told what by messages.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, createEntryMaker } from './entries.mjs';

/** Entries that are made beforehand and sent in turn. */
const STOCK = 50_000;

process.on('message', (order) => {
  send(order).then(
    (sent) => process.send(sent),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/**
 * `rate`: entries a second, 0 for as fast as answers come. Returns the times of each 200 (epoch
 * milliseconds, in order) and how long each took.
 */
async function send({ url, key, domains, entries, batch, connections, rate, seed }) {
  const makeEntry = createEntryMaker(domains, seed);
  const stock = Array.from({ length: STOCK }, makeEntry);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const requests = Math.ceil(entries / batch);
  const accepted = [];
  const latencies = [];
  const start = Date.now();
  let next = 0;
  const work = async () => {
    for (let number = next++; number < requests; number = next++) {
      if (rate > 0) await sleep(Math.max(0, start + (number * batch * 1_000) / rate - Date.now()));
      const from = (number * batch) % STOCK;
      const body = bodyOf(stock.slice(from, from + batch), Date.now());
      const began = performance.now();
      await post(agent, url, key, body);
      latencies.push(performance.now() - began);
      accepted.push(Date.now());
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { start, accepted, latencies };
}

async function post(agent, url, key, body) {
  const outgoing = request(url, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-api-key': key,
    },
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`);
}
