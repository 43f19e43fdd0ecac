/**
 * Tells whether `Accept-Encoding` names this encoding, and does not refuse it with `q=0` (RFC 9110,
 * 12.5.3).
 */
export function accepts(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}
