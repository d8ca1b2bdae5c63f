import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The code of every first load, in one file: compressed together it is 4 kB smaller than as ten shared chunks. The rest
 * (filters, galleries, members' screens) is loaded with the screens that need it.
 */
const firstLoad = {
  name: 'first-load',
  test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack(?!.*(?:useMutation|mutationObserver))|clsx)\/|preload-helper|\/contract\/media|\/web\/(?:lib\/(?!available|breadcrumb|download|intent|number-text|page-of|plain-name|read-again|report-reasons|save-as-file|send-form|support)|app\/(?!member|lazy|admin|before-paint|offline|for-members|offer-actions|report-listing)[^/]+\.tsx?|app\/screens\/home|ui\/(?:picture|price|product-facts|latin-name|button-link|button-style|icon\.|logo|toast|error-view|page-meta|control-style|get-form))|\/features\/(?:products\/(?:product-(?:card|grid)|excerpt)|offers\/(?:plant-row|api))/,
}

/** The controls of most other screens, in one file: the names of a dozen would add to the first load. */
const controls = {
  name: 'controls',
  test: /\/web\/ui\/(?!form\.|form-errors|reason-dialog|report-dialog|vehicle-fields|password|combobox|menu|drafts|photos\/|slides\/)/,
  minShareCount: 2,
}

/**
 * React Router's unused components stay in the build, because they are created by calls and get names for developer
 * tools. Marked as free of side effects they are removed, for example its forms; so are its advice to developers about
 * wrong calls, which types and tests prevent here, and which would be a tenth of its code, and its instrumentation, which
 * nobody switches on.
 */
const unusedRouterParts = {
  name: 'unused-router-parts',
  apply: 'build' as const,
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = ".+";$/gm, '')
        .replace(/(?<== )React\$1\.(?=forwardRef|memo)/g, '/* @__PURE__ */ $&')
        .replace(/\b(?:init|opts\?)\.instrumentations\b/g, 'null')
        .replace(/^(\s*(?:invariant|warning|warnOnce)\(.*), (["`]).*\2\);$/gm, '$1, "");'),
  },
}

/**
 * What React and its scheduler say to developers who call them wrongly, which types prevent here, and the browsers'
 * sentences about view transitions, of which there are none.
 */
const unsaidAdvice = {
  name: 'unsaid-advice',
  apply: 'build' as const,
  transform: {
    filter: { id: /node_modules\/(?:react|react-dom|scheduler)\/cjs\/|node_modules\/react-router\// },
    handler: (code: string) =>
      code.replace(
        /(["`])(?:forceFrameRate takes a positive int|takes an object of state variables|(?:View transition was skipped|Skipping view transition) because|You should call navigate\(\))[^"`]*\1/g,
        '""',
      ),
  },
}

/**
 * What the loading of a screen's files does for policies with a nonce, for pages elsewhere than their files, and for
 * browsers without `Promise.allSettled`, which cannot run the rest either.
 */
const plainPreload = {
  name: 'plain-preload',
  apply: 'build' as const,
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code: string) =>
      code
        .replace(/const cspNonceMeta = .*\s*const cspNonce = .*/, '')
        .replace(/if \(cspNonce\) .*/, '')
        .replace(/function allSettled\([^]*?(?=function importMetaResolve)/, '')
        .replace(/function importMetaResolve\([^]*?(?=promise = allSettled)/, '')
        .replace('promise = allSettled(', 'promise = Promise.allSettled(')
        .replace('importMetaResolve(depString)', 'new URL(depString, location.href)'),
  },
}

/**
 * The first load names sixty files, and nothing compresses their hashes: those of fewer signs are shorter there. The same
 * for both builds, because the server's pages name the browser's files.
 */
const names = { hashCharacters: 'hex' } as const

export default defineConfig({
  plugins: [react(), tailwindcss(), unusedRouterParts, unsaidAdvice, plainPreload],
  appType: 'custom',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // Every asset is a separate file with an immutable name; the site's policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/app/entry-client.tsx', 'web/app/before-paint.ts', 'web/app/offline/recover.ts'],
          output: { ...names, codeSplitting: { groups: [firstLoad, controls] } },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emitAssets: false,
        rolldownOptions: { input: 'web/app/entry-server.tsx', output: names },
      },
    },
  },
  builder: {},
})
