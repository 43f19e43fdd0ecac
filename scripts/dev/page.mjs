import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { DASHBOARD } from '../build-dashboard.mjs';
import { load } from '../build.mjs';
import { root } from '../run/root.mjs';

const HOST = '127.0.0.1';
/** The one that Vite takes, too. */
const USUAL_PORT = 5173;

/**
 * Serves the page from its sources. A change of them shows in the browser at once.
 *
 * @param apiUrl the API that the page asks
 * @param cache the folder in which Vite keeps what it has prepared of packages
 * @returns the address of the page, and a function that ends the server
 */
export async function startPage(apiUrl, cache) {
  const { createServer } = await load('vite');
  const server = http.createServer();
  // A server that Vite makes itself ends this whole process at a SIGTERM, before all else has ended.
  const vite = await createServer({
    root: path.join(root, DASHBOARD),
    configFile: path.join(root, DASHBOARD, 'vite.config.mjs'),
    cacheDir: cache,
    clearScreen: false,
    server: {
      middlewareMode: { server },
      hmr: { server },
      proxy: { '/api': apiUrl, '/docs': apiUrl },
    },
  });
  server.on('request', vite.middlewares);
  await listen(server, USUAL_PORT).catch(() => listen(server, 0));
  return {
    url: `http://${HOST}:${server.address().port}/`,
    close: async () => {
      await vite.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Rejects when the port is taken. */
async function listen(server, port) {
  server.listen(port, HOST);
  await once(server, 'listening');
}
