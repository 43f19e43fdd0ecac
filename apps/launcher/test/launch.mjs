// The launcher from `dist`, with replacements for the programs that it runs. With REAL_API, the API
// is the real one.
import path from 'node:path';
import { builtEntryPoints } from '../../../dist/apps/launcher/src/entry-points.js';
import { launch } from '../../../dist/apps/launcher/src/launch.js';
import { processTerminal } from '../../../dist/apps/launcher/src/terminal.js';

const standIn = (name) => path.join(import.meta.dirname, 'stand-ins', `${name}.mjs`);
const status = await launch({
  args: process.argv.slice(2),
  terminal: processTerminal,
  entries: {
    api: process.env.REAL_API ? builtEntryPoints().api : standIn('api'),
    worker: standIn('worker'),
    cli: standIn('cli'),
  },
});
process.exit(status);
