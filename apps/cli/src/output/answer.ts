/** What a command has to say, for programs and for people; its group never writes by itself. */
export interface Answer {
  /** Printed as one line of JSON with `--json`. */
  document: unknown;
  /** Printed otherwise. */
  text: string;
  /** Why the command fails although it has something to print; said on standard error. */
  failure?: string;
}

export function renderAnswer(answer: Answer, json: boolean): string {
  return `${json ? JSON.stringify(answer.document) : answer.text}\n`;
}
