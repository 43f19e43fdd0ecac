import { classify } from '@app/classification';

/** Where agents of these browsers tell the version. */
const VERSIONS: Readonly<Record<string, RegExp>> = {
  Chrome: /(?:Chrome|CriOS)\/(\d{1,4})/,
  Edge: /Edg(?:e|A|iOS)?\/(\d{1,4})/,
  Firefox: /(?:Firefox|FxiOS)\/(\d{1,4})/,
  Opera: /(?:OPR|Opera)\/(\d{1,4})/,
  Safari: /Version\/(\d{1,4})/,
};
/** Whatever is no browser is shown by the begin of its agent. */
const LONGEST = 60;

/** Returns an agent in few words: the browser as reports show it, its version and its system. */
export function agentName(userAgent: string): string {
  const verdict = classify(userAgent);
  if (verdict.kind !== 'human' || verdict.client.browser === null) return cut(userAgent);
  const { browser, os } = verdict.client;
  const version = VERSIONS[browser]?.exec(userAgent)?.[1];
  return [browser, version, os === null ? undefined : `on ${os}`].filter(Boolean).join(' ');
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
}
