// node scripts/run.mjs TARGET [ARGUMENTS]; run/main.mjs lists the targets
//
// Leads from a fresh clone to a running program in one command: it installs what is missing, builds
// what is out of date, and then runs the target. Everything else is imported after the version
// check, because an old Node could not even parse it.

const WANTED = [20, 19];
const found = process.versions.node.split('.').map(Number);

if (found[0] < WANTED[0] || (found[0] === WANTED[0] && found[1] < WANTED[1])) {
  process.stderr.write(
    'Botgauge needs Node.js ' +
      WANTED.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. Get a newer one from https://nodejs.org, then run the same command again.\n',
  );
  process.exit(1);
}

import('./run/main.mjs')
  .then(({ main }) => main(process.argv[2], process.argv.slice(3)))
  .then(
    (status) => process.exit(status),
    (error) => {
      process.stderr.write((error.expected ? error.message : error.stack) + '\n');
      process.exit(error.status || 1);
    },
  );
