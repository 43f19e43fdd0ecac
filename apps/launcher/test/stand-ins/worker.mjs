// Replaces the worker: it is ready at once, ends with its parent, and dies when it is told to. It writes
// where its lists come from into the file that STAND_IN_LISTS names.
import fs from 'node:fs';

process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
setInterval(() => undefined, 1000);
if (process.env.STAND_IN_PIDS)
  fs.appendFileSync(process.env.STAND_IN_PIDS, `worker ${process.pid}\n`);
if (process.env.STAND_IN_LISTS)
  fs.writeFileSync(process.env.STAND_IN_LISTS, process.env.VERIFY_LISTS ?? '');
process.send({ ready: true });
