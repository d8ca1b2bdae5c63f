import { defineConfig } from 'vitest/config'

/** Drills take minutes and need nginx and PostgreSQL clusters: `npm run drill:…`, not part of the tests. */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['scripts/drills/*.drill.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 5 * 60_000,
  },
})
