// Writes docs/bots.md from the registry, on what was built: npm run docs:bots
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/libs/classification/src/index.js', import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  console.error('Nothing is built: run "npm run build" first.');
  process.exit(1);
}
const { botsPage } = await import(built);
writeFileSync(fileURLToPath(new URL('../docs/bots.md', import.meta.url)), botsPage());
