import { ADDRESS_LISTS, type ListContent, type ProvedTime, provedTime } from '@app/verification';

/**
 * Returns about which visits the lists of an operator tell that a bot was spoofed, or undefined if
 * one of them is not there: all of them decide together.
 */
export function provedTimeOf(
  operator: string,
  contents: readonly ListContent[],
): ProvedTime | undefined {
  const times = ADDRESS_LISTS.filter(
    ({ role, provider }) => role === 'bots' && provider === operator,
  ).map((list) => {
    const content = contents.find(({ id }) => id === list.id);
    return content && provedTime(list, content);
  });
  if (!times.every((time) => time !== undefined)) return undefined;
  return {
    provesFrom: Math.max(...times.map(({ provesFrom }) => provesFrom)),
    provesUntil: Math.min(...times.map(({ provesUntil }) => provesUntil)),
  };
}
