/** Names that differ only in upper and lower case or in what joins their words are one. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[ _-]+/g, '-');
}
