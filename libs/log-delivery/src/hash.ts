/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export type Hash = (text: string) => string;
