// Runs a program of the tests directly from TypeScript, on the built product: node test/run.mjs
// faults/main.ts [arguments]
import { register } from 'node:module';

register('./typescript.mjs', import.meta.url);
const [name, ...args] = process.argv.slice(2);
const { main } = await import(`./${name}`);
process.exitCode = await main(args);
