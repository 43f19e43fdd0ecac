export interface Route {
  method: string;
  url: string;
}

/** Every registered route of the service. */
export class RouteTable {
  private readonly routes: (Route & { pattern: RegExp })[] = [];

  /** Adds a route. `url` is in the registered form, e.g. `/api/v1/websites/:id/summary`. */
  add(method: string | string[], url: string): void {
    const source = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escape(part)))
      .join('/');
    const pattern = new RegExp(`^${source}$`);
    for (const name of [method].flat()) this.routes.push({ method: name, url, pattern });
  }

  list(): Route[] {
    return this.routes.map(({ method, url }) => ({ method, url }));
  }

  /** Returns the methods of a path. A path without a route has none. */
  methodsOf(path: string): string[] {
    const found = this.routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.map(({ method }) => method))].sort();
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
