// A separate process for the tests. It starts PostgreSQL on a folder, tells its parent what it got,
// and stays until it is killed or its parent is gone. Arguments: folder, then "ephemeral" or
// nothing.
import { startLocalPostgres } from '../../../dist/libs/local-postgres/src/index.js';

const [dir, kind] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const { url, pid, adopted } = await startLocalPostgres({
  dir,
  database: 'app',
  ephemeral: kind === 'ephemeral',
});
process.send({ url, pid, adopted });
