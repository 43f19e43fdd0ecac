import type { FeedSetupPart } from '@app/contracts';
import { withAddress } from './address.js';
import type { Guide } from './guide.js';
import { FENCE, HEADING, ROW, takeTable, withoutLinks } from './markdown.js';

const STEP = /^(\d+)\. +/;

/**
 * Takes the steps of a guide apart, so that whoever shows it needs no reader of Markdown. What stays
 * in texts is `**` around what is emphasised, and backticks around what is typed.
 *
 * @param url address of the service, without a slash at its end
 */
export function partsOf({ steps }: Pick<Guide, 'steps'>, url: string): FeedSetupPart[] {
  const parts: FeedSetupPart[] = [];
  const lines = withAddress(steps, url).split('\n');
  while (lines.length > 0) {
    const [line = ''] = lines;
    const fence = FENCE.exec(line);
    if (fence) parts.push(codeOf(lines, fence));
    else if (ROW.test(line)) parts.push({ kind: 'table', rows: takeTable(lines) });
    else if (HEADING.test(line)) parts.push(headingOf(lines));
    else if (line.trim() === '') lines.shift();
    else parts.push(textOf(lines));
  }
  return parts;
}

/** Takes a block of code from the lines, without the indentation that it has within a step. */
function codeOf(lines: string[], [, indentation = '', language]: RegExpExecArray): FeedSetupPart {
  lines.shift();
  const end = lines.findIndex((line) => FENCE.test(line));
  const code = lines.splice(0, end).map((line) => line.slice(indentation.length));
  lines.shift();
  return { kind: 'code', language: language || null, text: code.join('\n') };
}

function headingOf(lines: string[]): FeedSetupPart {
  return { kind: 'heading', text: HEADING.exec(lines.shift() ?? '')?.[1] ?? '' };
}

function textOf(lines: string[]): FeedSetupPart {
  const [first = ''] = lines;
  const step = STEP.exec(first);
  lines[0] = step ? first.slice(step[0].length) : first;
  const isText = (line: string) =>
    line.trim() !== '' && !FENCE.test(line) && !ROW.test(line) && !HEADING.test(line);
  const words = takeWhile(lines, isText).map((line) => line.trim());
  return { kind: 'text', step: step ? Number(step[1]) : null, text: withoutLinks(words.join(' ')) };
}

/**
 * Takes lines from the start, as long as they are so. Two steps, or two items of a list, may follow
 * each other at once.
 */
function takeWhile(lines: string[], isSo: (line: string) => boolean): string[] {
  const end = lines.findIndex(
    (line, at) => !isSo(line) || (at > 0 && (STEP.test(line) || ITEM.test(line))),
  );
  return lines.splice(0, end === -1 ? lines.length : end);
}

const ITEM = /^ *- /;
