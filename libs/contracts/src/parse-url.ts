/**
 * Reads an address as the WHATWG URL standard does. Returns null when it is none.
 *
 * `URL.canParse` must not be asked first: in Node 20 it says no to an address with letters like ü
 * once the engine has compiled the code that asks it.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
