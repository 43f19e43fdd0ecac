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

  /**
   * Returns the methods of a path, with or without a slash at its end. A path that no route has
   * gets none.
   */
  methodsOf(path: string): string[] {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const found = this.routes.filter(({ pattern }) => pattern.test(bare));
    return [...new Set(found.map(({ method }) => method))].sort();
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
