// What somebody would build instead in an afternoon: one regex, isbot, COPY into one table of plain
// PostgreSQL, and a statement for each report. It runs as a program of its own, so that its cost can
// be told: node test/run.mjs bench/peers/afternoon.ts LOG DATABASE_URL
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isbot } from 'isbot';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const LINE =
  /^(\S+) \S+ \S+ \[(\d\d)\/(\w{3})\/(\d{4}):(\S+) (\S+)\] "(\S+) (\S+) [^"]*" (\d{3}) \S+ "([^"]*)" "([^"]*)"/;
const AI =
  /GPTBot|ChatGPT|OAI-SearchBot|ClaudeBot|Claude-|PerplexityBot|Perplexity-|CCBot|Bytespider|Amazonbot|Meta-External|Google-Extended|Applebot-Extended/i;
const BOT_NAME = /[\w.-]*(?:bot|crawler|spider|GPT)[\w.-]*/i;
const LINES_AT_ONCE = 5_000;

const TABLE = `
CREATE TABLE visits (time timestamptz NOT NULL, ip inet, method text, path text, status smallint,
  referer text, user_agent text, kind text, bot text)`;
const INDEX = 'CREATE INDEX ON visits (time)';

/** Loads a log, and prints how many lines were counted. */
export async function main([log = '', url = '']: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(TABLE);
  const copy = client.query(copyFrom('COPY visits FROM STDIN'));
  const lines = createInterface({ input: createReadStream(log), crlfDelay: Infinity });
  const known = new Map<string, string>();
  let [rows, text, counted] = [0, '', 0];
  for await (const line of lines) {
    const row = rowOf(line, known);
    if (row === undefined) continue;
    text += row;
    counted += 1;
    if (++rows < LINES_AT_ONCE) continue;
    if (!copy.write(text)) await once(copy, 'drain');
    [rows, text] = [0, ''];
  }
  copy.end(text);
  await once(copy, 'finish');
  await client.query(INDEX);
  await client.query('ANALYZE visits');
  await client.end();
  process.stdout.write(JSON.stringify({ entries: counted }));
  return 0;
}

function rowOf(line: string, known: Map<string, string>): string | undefined {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [
    ,
    ip,
    day,
    month,
    year,
    clock,
    zone,
    method,
    target = '',
    status,
    referer = '',
    agent = '',
  ] = match;
  let judged = known.get(agent);
  if (judged === undefined) known.set(agent, (judged = judgementOf(agent)));
  const path = target.split('?', 1)[0] ?? '';
  const time = `${day} ${month} ${year} ${clock} ${zone}`;
  const texts = [method, path, status, referer, agent].map((value) => escaped(value ?? ''));
  return `${time}\t${ip}\t${texts.join('\t')}\t${judged}\n`;
}

/** Returns what a visit is, and the name of its bot, as `COPY` reads them. */
function judgementOf(agent: string): string {
  if (!isbot(agent)) return 'person\t\\N';
  const name = escaped(BOT_NAME.exec(agent)?.[0] ?? 'other');
  return `${AI.test(agent) ? 'ai' : 'bot'}\t${name}`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
