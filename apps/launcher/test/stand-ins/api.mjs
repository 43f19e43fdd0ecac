// Replaces the API and knows no website. STAND_IN_API_FAILS makes it end before it is ready, as
// when its port is taken.
import fs from 'node:fs';
import http from 'node:http';

if (process.env.STAND_IN_API_FAILS) {
  process.stderr.write('Port 3000 is taken.\n');
  process.exit(1);
}
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());

const server = http.createServer((_, response) =>
  response.end(JSON.stringify({ success: true, data: { websites: [] } })),
);
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  if (process.env.STAND_IN_PIDS)
    fs.appendFileSync(process.env.STAND_IN_PIDS, `api ${process.pid}\n`);
  process.send({ ready: true, port: server.address().port });
});
