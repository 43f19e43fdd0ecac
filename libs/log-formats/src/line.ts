/** A line of a log, and where it stands. */
export interface Line {
  /** The number of the line; the first line is 1. */
  number: number;
  /**
   * The line without its line break. Undefined when the line is longer than `LONGEST_LINE` bytes.
   */
  text: string | undefined;
  /** Where this line starts and where the next one starts, in bytes from the start of the log. */
  start: number;
  end: number;
  /** Whether the line ends with a line feed. Without one, the last line may still be growing. */
  ended: boolean;
}
