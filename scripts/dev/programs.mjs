import fs from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';

const PROGRAMS = ['api', 'worker', 'cli', 'launcher'];
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

/**
 * Returns those of the programs `api`, `worker`, `cli` and `launcher` that use one of these sources,
 * by what dist/ imports. Who uses a module of a library counts as one who uses all of it.
 */
export function programsUsing(files) {
  const projects = files.map(projectOf);
  return PROGRAMS.filter((program) => {
    const used = projectsOf(program);
    return projects.some((project) => used.has(project));
  });
}

/** Returns the app or the library to which a source belongs, such as `libs/storage`. */
function projectOf(file) {
  // Pages are read, and imported by nobody.
  if (file.startsWith('docs/feeds/')) return 'libs/feed-guides';
  if (file.startsWith('docs/')) return 'apps/api';
  return file.split('/', 2).join('/');
}

/** Returns the app of a program, and the libraries from which it imports something. */
function projectsOf(program) {
  const dist = path.join(root, 'dist');
  const modules = [path.join(dist, 'apps', program, 'src/main.js')];
  const found = new Set(modules);
  for (let next = modules.pop(); next; next = modules.pop()) {
    for (const [, name] of textOf(next).matchAll(IMPORT)) {
      const module = path.resolve(path.dirname(next), name);
      if (!found.has(module)) modules.push(module);
      found.add(module);
    }
  }
  return new Set(
    [...found].map((file) => projectOf(path.relative(dist, file).replaceAll('\\', '/'))),
  );
}

function textOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
