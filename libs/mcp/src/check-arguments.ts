import type { z } from 'zod';
import { cleanText } from './cleaned.js';
import type { Arguments, Tool } from './tool.js';

export type CheckedArguments =
  { kind: 'arguments'; args: Arguments } | { kind: 'refused'; message: string };

/** Longer names are cut: whoever misspelt one recognises it by its start. */
const LONGEST_NAME = 60;
/** A message names at most this many faults. */
const MOST_FAULTS = 10;

/**
 * Checks the arguments of a call. An unknown one is refused and not ignored, because an answer about
 * everything looks like one about what was meant.
 */
export function checkArguments(tool: Tool, given: unknown): CheckedArguments {
  const parsed = tool.input.safeParse(given ?? {});
  if (parsed.success) return { kind: 'arguments', args: parsed.data };
  const faults = parsed.error.issues.map((issue) => faultOf(tool, issue));
  return { kind: 'refused', message: faults.slice(0, MOST_FAULTS).join('; ') };
}

function faultOf({ name, input }: Tool, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.')} ${issue.message}`;
  const unknown = issue.keys.slice(0, MOST_FAULTS).map(shortName);
  const known = Object.keys(input.shape).join(', ');
  return `${name} takes no ${unknown.join(' and no ')}; it takes ${known}`;
}

/** Returns a name as it can be shown. */
export const shortName = (name: string): string => cleanText(name).slice(0, LONGEST_NAME);
