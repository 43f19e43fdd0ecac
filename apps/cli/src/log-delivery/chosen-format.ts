import {
  type ChosenFormat,
  compileFormatString,
  FormatStringFault,
  type FormatSyntax,
  type LogFormatName,
} from '@app/log-formats';
import { UsageError } from '../program/failure.js';

/** The options that say how logs are read. */
export interface FormatOptions {
  format?: LogFormatName;
  formatString?: string;
  formatSyntax?: FormatSyntax;
  dateFormat?: string;
  timeFormat?: string;
}

/** The options that say more about a format string. */
const MORE = [
  ['formatSyntax', '--format-syntax'],
  ['dateFormat', '--date-format'],
  ['timeFormat', '--time-format'],
] as const;

/**
 * Returns the format that the operator names, or undefined when it must be recognised.
 *
 * @throws UsageError when the format string is wrong, before anything is read
 */
export function chosenFormat(options: FormatOptions): ChosenFormat | undefined {
  const { format, formatString: text, formatSyntax: syntax, dateFormat, timeFormat } = options;
  if (text === undefined) {
    const stray = MORE.find(([name]) => options[name] !== undefined);
    if (!stray) return format;
    throw new UsageError(`${stray[1]} belongs to a format string: give it with --format-string.`);
  }
  const chosen = {
    text,
    ...(syntax !== undefined && { syntax }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(timeFormat !== undefined && { timeFormat }),
  };
  try {
    compileFormatString(chosen);
  } catch (error) {
    if (error instanceof FormatStringFault) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  return chosen;
}
