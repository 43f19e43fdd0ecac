/** Which methods a path has; a path that the router does not know has none. */
export class AllowedMethods {
  private readonly routes: { pattern: RegExp; method: string }[] = [];

  /** `url` as it was registered, e.g. `/api/v1/websites/:id/summary`. */
  add(method: string | string[], url: string): void {
    const source = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escape(part)))
      .join('/');
    const pattern = new RegExp(`^${source}$`);
    for (const name of [method].flat()) this.routes.push({ pattern, method: name });
  }

  of(path: string): string[] {
    const found = this.routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.map(({ method }) => method))].sort();
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
