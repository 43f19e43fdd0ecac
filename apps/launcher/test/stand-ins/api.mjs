// Stands in for the API: counts entries, asks to wait once, and answers reports. STAND_IN_API_FAILS
// makes it end before it is ready, as when its port is taken.
import fs from 'node:fs';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

if (process.env.STAND_IN_API_FAILS) {
  process.stderr.write('Port 3000 is taken.\n');
  process.exit(1);
}
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());

let accepted = 0;
let refused = 0;

async function ingest(request, response) {
  if (refused++ === 0) {
    response.writeHead(503, { 'retry-after': '0' }).end('{}');
    return;
  }
  const entries = JSON.parse(gunzipSync(await buffer(request)).toString());
  const wrong = entries.findIndex((entry) => typeof entry.status_code !== 'number');
  if (wrong >= 0) {
    const message = `entries[${wrong}].status_code must be an integer`;
    response.writeHead(400).end(JSON.stringify({ success: false, error: { message } }));
    return;
  }
  accepted += entries.length;
  response.end(JSON.stringify({ success: true, processed: entries.length }));
}

function report(url) {
  const [start, end] = [url.searchParams.get('start_date'), url.searchParams.get('end_date')];
  const counts = {
    total_visits: accepted,
    bot_visits: 1,
    human_visits: accepted - 1,
    ai_bot_visits: 1,
  };
  const name = url.pathname.split('/').at(-1);
  return {
    summary: { ...counts, period: { start, end } },
    bots: {
      bots: [
        {
          name: 'GPTBot',
          provider: 'OpenAI',
          visits: 1,
          pages_visited: 1,
          category: 'ai_training',
        },
      ],
    },
    pages: { pages: [{ path: '/\u001b[31mred', bot_visits: 1, human_visits: 0 }] },
    timeseries: { series: [{ date: start, ...counts }] },
  }[name];
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') void ingest(request, response);
  else response.end(JSON.stringify({ success: true, data: report(url) }));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  if (process.env.STAND_IN_PIDS)
    fs.appendFileSync(process.env.STAND_IN_PIDS, `api ${process.pid}\n`);
  process.send({ ready: true, port: server.address().port });
});
