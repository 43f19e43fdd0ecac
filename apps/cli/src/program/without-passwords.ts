/** A text with `user:password@` of every address in it hidden: drivers like to repeat what they were given. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)\S*@/g, '$1…@');
}
