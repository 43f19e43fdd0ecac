/** `ai_search` becomes `AI search`. The words are the API's own, so a new one needs no list here. */
export function categoryInWords(category: string | undefined): string {
  const words = (category ?? '')
    .replaceAll('_', ' ')
    .replace(/^(ai|seo|http)\b/, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
