/** What is hashed: texts in UTF-8, and bytes, as if they stood behind each other. */
export type Hashed = string | readonly (string | Uint8Array)[];

/** Returns the SHA-256 of a text or of several pieces, in hexadecimal. */
export type Hash = (content: Hashed) => string;
