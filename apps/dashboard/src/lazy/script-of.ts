const SCRIPT = /<script\b[^>]*\bsrc="([^"]+)"/;

/**
 * Returns the address of the script that a document of the page names. It has a hash of everything
 * of which the page consists.
 */
export const scriptOf = (html: string): string | undefined => SCRIPT.exec(html)?.[1];
