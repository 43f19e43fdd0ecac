/**
 * Returns the value of a metric of a process, or undefined when there is none. `name` includes its
 * labels as they are written in the text.
 */
export async function metricOf(base: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
