import { defineConfig } from 'vitest/config'

/** Drills take minutes and machinery of their own (nginx, clusters of PostgreSQL): `npm run drill:…`, not the tests. */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['scripts/drills/*.drill.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 5 * 60_000,
  },
})
