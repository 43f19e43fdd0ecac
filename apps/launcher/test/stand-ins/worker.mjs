// Replaces the worker: it is ready at once, ends with its parent, and dies when it is told to.
import fs from 'node:fs';

process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
setInterval(() => undefined, 1000);
if (process.env.STAND_IN_PIDS)
  fs.appendFileSync(process.env.STAND_IN_PIDS, `worker ${process.pid}\n`);
process.send({ ready: true });
