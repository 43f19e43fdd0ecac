// Faults against the built service, on throw-away stores: npm run faults -- --help
import { register } from 'node:module';

register('./typescript.mjs', import.meta.url);
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
