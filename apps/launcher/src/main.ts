import { launch } from './launch.js';
import { processTerminal } from './terminal.js';

// The reader of the output may go away first. The started processes must still be stopped.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

void launch({ args: process.argv.slice(2), terminal: processTerminal }).then((status) =>
  process.stdout.write('', () => process.exit(status)),
);
