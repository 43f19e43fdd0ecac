import { createClassifier } from '@app/classification';
import type { BotsFile } from './bots-file.js';

/** An example that does not lead to its row. */
export interface WrongExample {
  /** The name of the row. */
  readonly bot: string;
  readonly example: string;
  /** The name of the bot that it leads to, or null for a person. */
  readonly found: string | null;
  readonly reason: string;
}

/**
 * Classifies the examples of a file's rows by the registry with the file. A row without tokens is
 * asked together with its signature agent.
 */
export function checkExamples({ added, changed, registry }: BotsFile): {
  examples: number;
  wrong: readonly WrongExample[];
} {
  const classifier = createClassifier({ cacheSize: 1, registry });
  const rows = [...added, ...changed];
  const wrong = rows.flatMap((row) =>
    row.examples.flatMap((example) => {
      const host = row.tokens.length > 0 ? '' : row.signatureAgents?.[0];
      const verdict = classifier.classify(example, host);
      const found = verdict.kind === 'human' ? null : verdict.bot;
      if (found?.id === row.id) return [];
      return [{ bot: row.name, example, found: found?.name ?? null, reason: verdict.reason }];
    }),
  );
  return { examples: rows.flatMap(({ examples }) => examples).length, wrong };
}
