import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every visitor loads first, in one file: compressed together it is 4 kB smaller than as ten shared pieces. The
 * rest (filters, galleries, members' screens) comes with the screens that need it.
 */
const firstLoad = {
  name: 'first-load',
  // biome-ignore format: one line a reader can search in
  test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack(?!.*(?:useMutation|mutationObserver))|clsx)\/|preload-helper|\/contract\/media|\/web\/(?:lib\/(?!breadcrumb|support|send-form|save-as-file)|app\/(?!member|lazy|admin|before-paint)[^/]+\.tsx?|app\/screens\/home|ui\/(?:picture|price|product-facts|latin-name|button-link|button-style|icon|logo|toast|error-view|page-meta|control-style|get-form))|\/features\/(?:products\/(?:product-(?:card|grid)|excerpt)|offers\/(?:category-list|plant-row|search-box|api))/,
}

/** What most other screens are made of, in one file instead of a dozen whose names alone would weigh on the first load. */
const controls = {
  name: 'controls',
  test: /\/web\/ui\/(?!form\.|form-errors|password|combobox|menu|drafts|photos\/|slides\/)|node_modules\/lucide-react/,
  minShareCount: 2,
}

/**
 * React Router's components that nothing uses stay in the build for being made by a call and given a name for developer
 * tools; said to be of no effect, they go, its forms and their submissions for instance.
 */
const unusedRouterParts = {
  name: 'unused-router-parts',
  apply: 'build' as const,
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = ".+";$/gm, '')
        .replace(/(?<== )React\$1\.(?=forwardRef|memo)/g, '/* @__PURE__ */ $&'),
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), unusedRouterParts],
  appType: 'custom',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // Everything is a file of its own under an immutable name; the policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/app/entry-client.tsx', 'web/app/before-paint.ts'],
          output: { codeSplitting: { groups: [firstLoad, controls] } },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emitAssets: false,
        rolldownOptions: { input: 'web/app/entry-server.tsx' },
      },
    },
  },
  builder: {},
  ssr: { noExternal: ['lucide-react'] },
})
