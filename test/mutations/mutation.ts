import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fault that a programmer might make, as a patch, and the suites that must notice it. */
export interface Mutation {
  /** The name of the patch without its ending. */
  name: string;
  /** What a user would suffer, as one sentence. */
  fault: string;
  /** Paths of suites from the root of the repository. */
  suites: string[];
  /** The text of the patch, which git applies. */
  patch: string;
}

/** The lines of a patch before its first difference. */
type Header = Pick<Mutation, 'fault' | 'suites'>;

const FOLDER = join(import.meta.dirname, 'patches');
const ENDING = '.patch';
const FIRST_DIFFERENCE = /^(?:diff --git|---) /m;
const LINE = /^(Fault|Suite): (\S.*)$/;
const SENTENCE = /^[A-Z].*\.$/;

/**
 * Reads every patch of the folder, in the order of their names.
 *
 * @throws Error that names a patch whose header is wrong
 */
export function readMutations(folder = FOLDER): Mutation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(ENDING));
  return files.sort().map((file) => {
    const patch = readFileSync(join(folder, file), 'utf8');
    try {
      return { name: file.slice(0, -ENDING.length), ...parseHeader(patch), patch };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
}

/**
 * Reads the header of a patch: one line `Fault: …`, and a line `Suite: …` for each suite.
 *
 * @throws Error that says what is wrong with it
 */
export function parseHeader(text: string): Header {
  const end = text.search(FIRST_DIFFERENCE);
  if (end < 0) throw new Error('it has no difference');
  const found: Record<string, string[]> = { Fault: [], Suite: [] };
  for (const line of text.slice(0, end).split('\n').filter(Boolean)) {
    const [, field, value] = LINE.exec(line) ?? [];
    if (!field || !value) throw new Error(`"${line}" is none of Fault: … and Suite: …`);
    found[field]?.push(value);
  }
  const [fault, ...others] = found.Fault ?? [];
  if (!fault || others.length > 0) throw new Error('it needs one line Fault: …');
  if (!SENTENCE.test(fault)) throw new Error('its fault is no sentence');
  const suites = found.Suite ?? [];
  if (suites.length === 0) throw new Error('it needs a line Suite: …');
  return { fault, suites };
}
