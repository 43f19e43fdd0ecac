/**
 * Reads the options of a command. Prints the usage when it is asked for, or when the options are wrong,
 * and then returns the exit status.
 */
export function readOptions<Options extends object>(
  read: () => Options | 'help',
  usage: string,
): Options | number {
  try {
    const options = read();
    if (options !== 'help') return options;
    console.log(usage);
    return 0;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
}
