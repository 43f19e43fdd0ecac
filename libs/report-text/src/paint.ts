/** Paints text; `plain` returns it unchanged. */
export interface Paint {
  title: (text: string) => string;
  dim: (text: string) => string;
  human: (text: string) => string;
  bot: (text: string) => string;
  ai: (text: string) => string;
}

const ansi = (code: string) => (text: string) => (text ? `\u001b[${code}m${text}\u001b[0m` : text);
const same = (text: string) => text;

/** Returns colours for a terminal, or none. */
export function paintFor(colours: boolean): Paint {
  if (!colours) return { title: same, dim: same, human: same, bot: same, ai: same };
  return { title: ansi('1'), dim: ansi('2'), human: ansi('32'), bot: ansi('33'), ai: ansi('35') };
}
