// The same rules for folders, without specs. A spec may use any room besides its own, and a rule
// about folders cannot leave out files.

const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular-folders',
      severity: 'error',
      comment: 'Two folders that import each other are one room with a wall through it.',
      scope: 'folder',
      from: { path: '^(?:apps|libs)/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '\\.spec\\.ts$' } },
};
