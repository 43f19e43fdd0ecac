/** Where the launcher says something. Lines are written whole. */
export interface Terminal {
  /** A line of the program's own output. */
  print(text: string): void;
  /** The same, resolved when it is written, and rejected when nobody reads it any more. */
  show(text: string): Promise<void>;
  /** A line about what goes wrong. */
  warn(text: string): void;
  /** Whether a person watches; otherwise a file or another program reads. */
  isInteractive: boolean;
}

/** This process's standard output and standard error. */
export const processTerminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  show: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
    }),
  warn: (text) => void process.stderr.write(`${text}\n`),
  isInteractive: Boolean(process.stdout.isTTY),
};
