import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // Everything is a file of its own under an immutable name; the policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rollupOptions: { input: 'web/app/entry-client.tsx' },
      },
    },
    ssr: {
      build: { outDir: 'dist/server', ssr: true, emitAssets: false, rollupOptions: { input: 'web/app/entry-server.tsx' } },
    },
  },
  builder: {},
  ssr: { noExternal: ['lucide-react'] },
})
