import { printableLines } from '@app/report-text';

/** The launcher's output: whole lines, in which no character can steer the terminal. */
export interface Terminal {
  /** Prints a line of the program's output. */
  print(text: string): void;
  /**
   * Does the same, resolves when the line is written, and rejects when nobody reads it any more.
   */
  show(text: string): Promise<void>;
  /** Prints a line about a problem. */
  warn(text: string): void;
  /** True for a terminal. Otherwise a file or another program gets the output. */
  isInteractive: boolean;
}

const line = (text: string): string => `${printableLines(text)}\n`;

/** This process's standard output and standard error. */
export const processTerminal: Terminal = {
  print: (text) => void process.stdout.write(line(text)),
  show: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(line(text), (error) => (error ? reject(error) : resolve()));
    }),
  warn: (text) => void process.stderr.write(line(text)),
  isInteractive: Boolean(process.stdout.isTTY),
};
