import type { Guide } from './guide.js';
import { loggedPartsIn } from './logged-parts.js';
import { withoutLinks } from './markdown.js';

/**
 * Matches what a page says about its sender: its name, the feed to which it sends, and further names
 * by which people look for it.
 */
const SENDER = /^<!-- sender: ([a-z0-9-]+)\nfeed: ([a-z]+)\nalso: ([^]+?) -->$/m;
const TITLE = /^# (.*)$/m;
const SECTION = /^## (.*)$/m;
/** The sections that every page about a sender has, in this order. */
const STEPS = ['Log it', 'Send it', 'See it'] as const;
const OUTCOME = 'What it makes visible';
const TESTED = /^(?:Tested with|Not tested)\b/;

/**
 * Returns the guide of a page, or undefined of a page that is about no sender.
 *
 * @throws Error for a page that has not what every guide has
 */
export function guideIn(page: string, markdown: string): Guide | undefined {
  const found = SENDER.exec(markdown);
  if (!found) return undefined;
  const [, sender = '', feed = '', also = ''] = found;
  const sections = sectionsOf(markdown);
  const section = (title: string): string => {
    const text = sections.get(title);
    if (text === undefined) throw new Error(`docs/feeds/${page} has no section "${title}"`);
    return text;
  };
  const outcome = section(OUTCOME);
  const tested = outcome.split(/\n{2,}/).find((paragraph) => TESTED.test(paragraph));
  if (tested === undefined) throw new Error(`docs/feeds/${page} does not say how it was tested`);
  return {
    ...{ sender, page, feed },
    title: TITLE.exec(markdown)?.[1] ?? sender,
    names: also.split(',').map((name) => name.trim()),
    steps: STEPS.map((title) => `## ${title}\n\n${section(title)}`).join('\n\n'),
    outcome,
    logs: loggedPartsIn(page, outcome),
    wasRun: tested.startsWith('Tested'),
    tested: withoutLinks(tested).replaceAll('\n', ' '),
  };
}

/** Returns the text of each section by its title. */
function sectionsOf(markdown: string): Map<string, string> {
  const [, ...pieces] = markdown.split(/^(?=## )/m);
  return new Map(
    pieces.map((piece) => [SECTION.exec(piece)?.[1] ?? '', piece.replace(SECTION, '').trim()]),
  );
}
