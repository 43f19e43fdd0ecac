import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// A rule that matters names its reason and what to use instead.
export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'coverage/**', '.botgauge/**'] },
  ...tseslint.configs.recommended,
  {
    // Strangers write what our patterns read: time must grow with the length of a text, not faster.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*.spec.ts', 'test/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // A .cjs file is CommonJS by its name: it has no other way to import.
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'off', // its automatic fixes break Nest's injection
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment is read once, in @app/config. Add the setting to its schema.',
        },
        {
          object: 'URL',
          property: 'canParse',
          message: 'Node 20 answers wrongly once the code is hot. Use parseUrl of @app/contracts.',
        },
      ],
    },
  },
  {
    // A language is one file. Commands that are typed, and the name of the product, are in no language.
    files: ['apps/dashboard/src/**/*.tsx'],
    ignores: ['apps/dashboard/src/parts/brand.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'JSXElement:not([openingElement.name.name=/^(pre|code)$/]) > JSXText[value=/[a-z]{2}/i]',
          'JSXFragment > JSXText[value=/[a-z]{2}/i]',
          'JSXAttribute[name.name=/^(title|label|caption|placeholder|alt|aria-label|empty|summary)$/] > Literal[value=/^[A-Z][a-z]|[a-z] [a-z]/]',
        ].map((selector) => ({ selector, message: 'Texts of the page stand in texts/en.ts.' })),
      ],
    },
  },
  {
    // Written from the OpenAPI document.
    files: ['apps/dashboard/src/api/schema.d.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // Tables of data may be longer than other files.
    files: ['libs/classification/src/registry/**/*.ts', 'apps/dashboard/src/texts/en.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['libs/config/src/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'libs/testing/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': 'off',
      'no-console': 'off',
    },
  },
);
