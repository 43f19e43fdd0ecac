// How the dashboard is built by `npm run build`, and served from its sources by `npm run dev`.
import path from 'node:path';
import { defineConfig } from 'vite';

const LIBS = path.resolve(import.meta.dirname, '../../libs');

/** Whether a module is loaded with the page, whatever view it shows. */
const isOfFrame = (id) =>
  /node_modules\/(preact|openapi-fetch)\//.test(id) ||
  /\/src\/views\/overview\/question\./.test(id) ||
  isTextOfFrame(id) ||
  (/\/src\/(address|api|frame|lazy|parts|tables|texts\/(?!en)|words)\//.test(id) &&
    !/shared|tabs|unknown-hosts|own-session|\/menu-parts|link-notice|waiting|key-list|own-days|period-choices|browser-choices|unknown-website|words\/(alerts|events|findings|groups|bot-categories)|address-faults|\/faults|bounds-in-words|copy-button|confirm|new-key|said|outcome|use-change|use-often/.test(
      id,
    ));

/** Whether a module is loaded with the overview, and needed by other views, too. */
const isOfCharts = (id) =>
  /\/src\/(charts\/(?!chart-rows)|views\/(use-marks|answer-classes|browser-series)|views\/overview\/traffic-data)/.test(
    id,
  );

/** Whether a module says how many visitors there were, on the overview and in the view of people. */
const isOfVisitors = (id) => /\/src\/views\/(visitors|overview\/visitors-)/.test(id);

/** Whether a module is needed by several views with tables, and not by the overview. */
const isOfTables = (id) =>
  /\/src\/(parts\/tabs|views\/(chosen-sort|show-more|dimension-columns|largest-groups|bots\/verdict))\./.test(
    id,
  );

/** Whether a module is needed wherever something can be changed. */
const isOfForms = (id) => /\/src\/(parts\/(confirm|said)|api\/(use-change|use-often))\./.test(id);

/** Whether a module is needed by views with a chart of their own. */
const isOfOverTime = (id) => /\/src\/views\/over-time\./.test(id);

/** Texts that the frame shows, and whatever is loaded with it. */
const isTextOfFrame = (id) =>
  /\/texts\/en\.ts\?(address|api|common|frame|lazy|parts|tables|words)$/.test(id);

const IMPORT_OF_TEXTS = /^import \{ texts \} from '.*\/texts\.js';$/m;
const NAMED_PART = /(?<![\w/])texts\.(?!js')(\w+)/g;
/** It would have no part to import. */
const WHOLE = /=\s*texts\s*[;,[]/;
const LANGUAGE = path.resolve(import.meta.dirname, 'src/texts/en.ts');

/**
 * Lets a module import the parts of the texts that it names instead of all, each as a module of its own,
 * so that a view is loaded with its own texts only. What else of the language a part has is dropped.
 */
const textsByPart = {
  name: 'texts by part',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/dashboard/src/') || !IMPORT_OF_TEXTS.test(code)) return null;
    if (WHOLE.test(code)) throw new Error(`${id}: name a part of texts, not all of them`);
    const parts = new Set(Array.from(code.matchAll(NAMED_PART), ([, part]) => part));
    const imports = [...parts].map(
      (part) => `import { ${part} as texts_${part} } from '${LANGUAGE}?${part}';`,
    );
    return code.replace(IMPORT_OF_TEXTS, imports.join(' ')).replace(NAMED_PART, 'texts_$1');
  },
};

/** The page shows nothing before its style and script, which also knows the chosen colours. */
const shownWhole = {
  name: 'shown whole',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/ crossorigin /g, ' blocking="render" '),
  },
};

export default defineConfig({
  // PUBLIC_URL may have a path, so every address is relative.
  base: './',
  plugins: [shownWhole, textsByPart],
  resolve: {
    alias: [{ find: /^@app\/([^/]+)$/, replacement: path.join(LIBS, '$1/src/index.ts') }],
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Small files would become `data:` addresses, which the policy of the page forbids for scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The frame is there before anything else is loaded.
      resolveDependencies: (_, files) => {
        const missing = files.filter((file) => !/\/frame-/.test(file));
        return missing.length > 1 ? missing : [];
      },
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What is needed together is one file: many small ones take more bytes and more requests,
        // and the frame has the names of all.
        codeSplitting: {
          groups: [
            { name: 'frame', test: isOfFrame },
            { name: 'charts', test: isOfCharts },
            { name: 'visitors', test: isOfVisitors },
            { name: 'tables', test: isOfTables },
            { name: 'forms', test: isOfForms },
            { name: 'over-time', test: isOfOverTime },
          ],
        },
      },
    },
    // Says which files each view needs; a test adds up their sizes.
    manifest: true,
  },
});
