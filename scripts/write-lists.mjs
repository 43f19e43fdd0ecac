// npm run lists: fetches the lists of addresses from the operators.
// npm run lists -- FOLDER --fetched DAY: takes them from files of a folder, which were fetched on
// that day (YYYY-MM-DD, UTC). A file is named by the id of its list: `gptbot.json` or `gptbot.txt`.
//
// Writes libs/verification/src/snapshot.json, which comes with a release, by what was built. What
// cannot be read, or looks wrong beside what is there, is told, and the list stays as it is.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from './run/root.mjs';

const USAGE = 'Usage: npm run lists, or npm run lists -- FOLDER --fetched YYYY-MM-DD';
const SNAPSHOT = join(root, 'libs/verification/src/snapshot.json');
const LIBRARY = join(root, 'dist/libs/verification/src/index.js');
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 ** 20;

const { folder, day } = readArguments();
if (!existsSync(LIBRARY)) leave('Nothing is built: run "npm run build" first.');
const { ADDRESS_LISTS, asKept, collapse, judgeRefresh, parseList } = await import(LIBRARY);

const before = new Map(JSON.parse(readFileSync(SNAPSHOT, 'utf8')).map((list) => [list.id, list]));
const after = [];
let faults = 0;
for (const list of ADDRESS_LISTS) {
  const known = before.get(list.id);
  const { content, told } = next(
    list,
    known,
    await (folder ? fromFolder(list) : fromOperator(list)),
  );
  if (content) after.push({ id: list.id, ...content });
  console.log(`${list.id}: ${told}`);
}
writeFileSync(
  SNAPSHOT,
  await format(JSON.stringify(after), { ...(await resolveConfig(SNAPSHOT)), parser: 'json' }),
);
const count = after.reduce((sum, { prefixes }) => sum + prefixes.length, 0);
console.log(`\n${after.length} of ${ADDRESS_LISTS.length} lists, ${count} prefixes.`);
process.exitCode = faults > 0 ? 1 : 0;

/** Decides what the snapshot holds of a list from now on. */
function next(list, known, found) {
  const kept = known
    ? `the ${known.prefixes.length} prefixes of ${known.fetchedAt} stay.`
    : 'it has no prefixes.';
  if (found.nothing) return { content: contentOf(known), told: `${found.nothing}; ${kept}` };
  const fault = found.fault ?? judgeRefresh(known?.prefixes, found.prefixes).fault;
  if (fault) {
    faults++;
    return { content: contentOf(known), told: `REFUSED, ${kept} ${fault}` };
  }
  const prefixes = collapse(asKept(list, found.prefixes));
  const told = `${found.prefixes.length} prefixes of ${day}, collapsed to ${prefixes.length}.`;
  return { content: { fetchedAt: day, prefixes }, told };
}

function contentOf(known) {
  return known && { fetchedAt: known.fetchedAt, prefixes: known.prefixes };
}

function fromFolder({ id }) {
  const json = join(folder, `${id}.json`);
  if (existsSync(json)) {
    const text = readFileSync(json, 'utf8');
    const usual = parseList(text, 'prefixes');
    return usual.fault ? parseList(text, 'json') : usual;
  }
  const lines = join(folder, `${id}.txt`);
  return existsSync(lines)
    ? parseList(readFileSync(lines, 'utf8'), 'text')
    : { nothing: 'the folder has no file of it' };
}

async function fromOperator({ sources, format }) {
  if (sources.length === 0) return { nothing: 'it cannot be fetched' };
  const prefixes = [];
  for (const source of sources) {
    const found = await fetchList(source, format);
    if (found.fault) return { fault: `${source}: ${found.fault}` };
    prefixes.push(...found.prefixes);
  }
  return { prefixes };
}

async function fetchList(source, format) {
  try {
    const answer = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return { fault: `It answers ${answer.status}.` };
    const pieces = [];
    let bytes = 0;
    for await (const piece of answer.body) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) return { fault: `It is longer than ${MOST_BYTES} bytes.` };
      pieces.push(piece);
    }
    return parseList(Buffer.concat(pieces).toString(), format);
  } catch (error) {
    return { fault: `It cannot be fetched (${error.cause?.message ?? error.message}).` };
  }
}

function readArguments() {
  const { values, positionals } = parse();
  const [name] = positionals;
  if (name === undefined && values.fetched === undefined) {
    return { day: new Date().toISOString().slice(0, 10) };
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(values.fetched ?? '') && Date.parse(values.fetched) > 0;
  if (positionals.length !== 1 || !isDay) leave(USAGE);
  // npm changes into the repository; INIT_CWD is the user's folder.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (!existsSync(path) || !statSync(path).isDirectory()) leave(`${path} is no folder. ${USAGE}`);
  return { folder: path, day: values.fetched };
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { fetched: { type: 'string' } } });
  } catch (error) {
    return leave(`${error.message} ${USAGE}`);
  }
}

function leave(message) {
  console.error(message);
  process.exit(2);
}
