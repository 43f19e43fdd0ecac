// Part of `npm run build`: makes dist/apps/dashboard, the page that the API serves at `/`. Vite puts
// script and style into files whose names have a hash of the contents. Beside each of them stand its
// compressed forms, so that no request pays for the compression.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { ExpectedError, root } from './run/root.mjs';

/** The sources of the dashboard, relative to the repository. */
export const DASHBOARD = 'apps/dashboard';

/** Returns the folder of the built dashboard in the folder of a build. */
export function dashboardIn(dist) {
  return path.join(dist, DASHBOARD);
}

/**
 * Builds the dashboard into the folder of a build.
 *
 * @param vite the bundler
 * @throws ExpectedError when a source cannot be built; it says which one and why
 */
export async function buildDashboard(vite, dist) {
  const folder = dashboardIn(dist);
  try {
    await vite.build({
      root: path.join(root, DASHBOARD),
      configFile: path.join(root, DASHBOARD, 'vite.config.mjs'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
  } catch (error) {
    throw new ExpectedError(
      `${error.message}\nThe dashboard could not be built. Correct the file named above, then run the same command again.`,
    );
  }
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) compress(path.join(entry.parentPath, entry.name));
}

/** Writes the forms `.br` and `.gz` of a file beside it. */
function compress(file) {
  const bytes = fs.readFileSync(file);
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY };
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: Z_BEST_COMPRESSION }));
}
