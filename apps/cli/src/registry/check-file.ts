import { resolve } from 'node:path';
import {
  type BotsFile,
  checkExamples,
  faultText,
  readBotsFile,
  type RowFault,
  type WrongExample,
} from '@app/bots-file';
import { loadConfig } from '@app/config';
import type { Answer, Dependencies } from '../program/answering.js';
import { UsageError } from '../program/failure.js';

/**
 * Checks a file for BOTS_FILE, with its examples.
 *
 * @param named the file on the command line; undefined means the one of the setting
 * @throws UsageError when neither names one
 */
export async function checkFile(
  { env }: Pick<Dependencies, 'env'>,
  named: string | undefined,
): Promise<Answer> {
  const path = named ?? loadConfig(env).BOTS_FILE;
  if (path === undefined)
    throw new UsageError('Give the file to check, or set BOTS_FILE to its path.');
  const read = await readBotsFile(resolve(path));
  return read.kind === 'faults' ? faultyFile(path, read.faults) : soundFile(path, read.file);
}

function faultyFile(path: string, faults: readonly RowFault[]): Answer {
  const lines = faults.map((fault) => `  ${faultText(fault)}`);
  return {
    document: { file: path, faults: faults.map((fault) => ({ ...fault, text: faultText(fault) })) },
    text: [`${path} has ${counted(faults.length, 'fault')}:`, ...lines].join('\n'),
    failure: `A process with this BOTS_FILE would not start: correct ${path}, then check it again.`,
  };
}

function soundFile(path: string, file: BotsFile): Answer {
  const { examples, wrong } = checkExamples(file);
  const { added, changed, digest } = file;
  const document = {
    file: path,
    digest,
    added: added.map(({ id, name }) => ({ id, name })),
    changed: changed.map(({ id, name }) => ({ id, name })),
    examples,
    wrong_examples: wrong,
  };
  const lines = [
    `${path}: ${counted(added.length, 'new row')}, ${counted(changed.length, 'changed row')} of the registry.`,
    `Digest: ${digest}`,
    wrong.length === 0
      ? `${counted(examples, 'example')}, all lead to their rows.`
      : `${wrong.length} of ${counted(examples, 'example')} do not lead to their rows:`,
    ...wrong.map((one) => `  ${wrongText(one)}`),
  ];
  return {
    document,
    text: lines.join('\n'),
    ...(wrong.length === 0 ? {} : { failure: WRONG_EXAMPLES }),
  };
}

const WRONG_EXAMPLES =
  'A process with this BOTS_FILE would start, but name these bots otherwise: give their rows a longer ' +
  'token, or correct the examples.';

function wrongText({ bot, example, found, reason }: WrongExample): string {
  return `${bot}: "${example}" is ${found ?? 'a person'} (${reason})`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
