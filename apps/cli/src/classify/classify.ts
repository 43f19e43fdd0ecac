import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadBotsFile } from '@app/bots-file';
import {
  createClassifier,
  type Explanation,
  explainRequest,
  judgeRequest,
  registeredBot,
  reportedBot,
} from '@app/classification';
import { sanitisePath, signatureAgentHost, type Verdict } from '@app/contracts';
import { printableJson } from '@app/report-text';
import { CommandError } from '../program/failure.js';

const CACHE_SIZE = 50_000;
/** Far longer than any user agent. Without a limit, one endless line would fill the memory. */
export const LONGEST_LINE = 16 * 1024 * 1024;

export interface ClassifyOptions {
  /** The file with the operator's own rows of bots. */
  botsFile?: string;
  /** Adds the layers that were asked, and why one of them decided. */
  explain?: boolean;
  /** The header Signature-Agent that comes with every user agent. */
  signatureAgent?: string;
  /** The path that comes with every user agent. If it is missing, the request is not judged. */
  path?: string;
  /** How the request was answered; by default with 200. */
  status?: number;
}

/**
 * Classifies the user agents of `input`, one per line, in order. It reads no faster than `output`
 * accepts.
 *
 * @throws CommandError when the signature agent names no host, or a status has no path; ConfigError
 *   when the operator's file has faults
 */
export async function classifyStream(
  input: Readable,
  output: Writable,
  options: ClassifyOptions = {},
): Promise<void> {
  const botsFile = await loadBotsFile(options.botsFile);
  const classifier = createClassifier({ cacheSize: CACHE_SIZE, registry: botsFile?.registry });
  const host = hostOf(options.signatureAgent);
  const { judge, explain } = requestOf(options);
  const write = options.explain
    ? (line: string) => explainedLine(line, explain(classifier.explain(line, host)))
    : (line: string) => verdictLine(line, judge(classifier.classify(line, host)));
  const classifyLines = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const lines of linesOf(bytes)) yield lines.map(write).join('');
  };
  await pipeline(input, classifyLines, output, { end: false });
}

function hostOf(signatureAgent: string | undefined): string {
  if (signatureAgent === undefined) return '';
  const host = signatureAgentHost(signatureAgent);
  if (host === '') throw new CommandError(NO_HOST);
  return host;
}

const NO_HOST =
  '--signature-agent has no host that can be read: give the value of the header, such as ' +
  '\'"https://chatgpt.com"\'.';

/** Returns what a request adds to a verdict and to its explanation. */
function requestOf({ path, status }: ClassifyOptions): {
  judge: (verdict: Verdict) => Verdict;
  explain: (explanation: Explanation) => Explanation;
} {
  if (path === undefined) {
    if (status !== undefined) throw new CommandError(NO_PATH);
    return { judge: (verdict) => verdict, explain: (explanation) => explanation };
  }
  const asked = sanitisePath(path);
  const answered = status ?? OK;
  return {
    judge: (verdict) => judgeRequest(verdict, asked, answered),
    explain: (explanation) => explainRequest(explanation, asked, answered),
  };
}

const OK = 200;
const NO_PATH =
  '--status is the answer to a request: add --path with what was asked for, such as /wp-login.php.';

/** Returns one verdict as a line of JSON. For people, name, provider and category are null. `declared`
 * is true for a bot that no row of the registry names and that names itself. */
function verdictLine(userAgent: string, verdict: Verdict): string {
  return `${printableJson(verdictDocument(userAgent, verdict))}\n`;
}

/**
 * Returns the same line with the layers that were asked, in order. The one with a reason decided.
 */
function explainedLine(userAgent: string, { verdict, steps }: Explanation): string {
  const document = { ...verdictDocument(userAgent, verdict), ...limitsOf(verdict), layers: steps };
  return `${printableJson(document)}\n`;
}

/** Returns what the registry says against a visit under the bot's name, if it says anything. */
function limitsOf(verdict: Verdict) {
  const row = verdict.kind === 'human' ? undefined : registeredBot(verdict.bot.id);
  return {
    ...(row?.neverVisits === true && { never_visits: true }),
    ...(row?.retiredSince !== undefined && { retired_since: row.retiredSince }),
  };
}

function verdictDocument(userAgent: string, verdict: Verdict) {
  return { user_agent: userAgent, kind: verdict.kind, ...(reportedBot(verdict) ?? NOBODY) };
}

const NOBODY = { name: null, provider: null, category: null, declared: false };

/**
 * Yields the lines of a byte stream, all complete lines of a chunk together, because one step per
 * line would cost more than classifying it. A line ends with `\n` or `\r\n`, the last one with the
 * input.
 */
async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let pending = 0;
  for await (const bytes of input) {
    const text = typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n');
    if (end >= 0) {
      yield `${pieces.join('')}${text.slice(0, end)}`.split('\n').map(withoutReturn);
      pieces = [];
      pending = 0;
    }
    pieces.push(text.slice(end + 1));
    pending += text.length - end - 1;
    if (pending > LONGEST_LINE) throw new CommandError(TOO_LONG);
  }
  const rest = pieces.join('') + decoder.decode();
  if (rest !== '') yield [rest];
}

const TOO_LONG = `A line has more than ${LONGEST_LINE} characters: give one user agent per line.`;

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
