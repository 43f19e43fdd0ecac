/** Where the launcher says something. Lines are written whole. */
export interface Terminal {
  /** A line of the program's own output. */
  print(text: string): void;
  /** A line about what goes wrong. */
  warn(text: string): void;
  /** Whether a person watches: progress bars and colours. */
  interactive: boolean;
  colours: boolean;
}

/** This process's standard output and standard error. `noColor` is the value of NO_COLOR. */
export function processTerminal(noColor: string | undefined): Terminal {
  const interactive = Boolean(process.stdout.isTTY);
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    warn: (text) => void process.stderr.write(`${text}\n`),
    interactive,
    colours: interactive && !noColor,
  };
}
