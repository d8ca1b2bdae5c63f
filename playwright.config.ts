import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.ts'

keepTemporaryFilesInMemory()

// Another checkout may be tested at the same time.
const port = Number(process.env.E2E_PORT ?? 3210)
const origin = `http://127.0.0.1:${port}`
process.env.E2E_METRICS_PORT ??= String(port + 1)
// One folder per run; workers, which read this file again, get it from the environment.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'dendro-e2e-'))

const visitors = [
  'accessibility',
  'category',
  'company',
  'compare',
  'distance',
  'home',
  'hydration',
  'no-javascript',
  'offers',
  'pages',
  'performance',
  'plants',
  'product',
].map(name => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/drawn-demonstration.ts',
  // Visitors' screens are compared with the API, so no other tests may change products meanwhile.
  projects: [
    { name: 'visitors', testMatch: visitors },
    { name: 'members', testMatch: '*.spec.ts', testIgnore: visitors, dependencies: ['visitors'] },
  ],
  // One more than the cores of the smallest machine: tests also wait, and with two a fifth of its time was idle.
  workers: Math.min(3, availableParallelism() + 1),
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  timeout: 60_000,
  // What is waited for may stand behind another test's upload or drawing.
  expect: { timeout: 15_000 },
  // Shared machines are slow at times: tests that pass only on retry are listed as flaky, and should be fixed.
  retries: process.env.CI ? 1 : 0,
  // A build that does not hydrate fails all tests: ten are enough to show it.
  maxFailures: 10,
  use: {
    baseURL: origin,
    locale: 'ru-RU',
    // It would answer before `page.route`; offline.spec.ts tests it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.ts',
    url: `${origin}/healthz`,
    timeout: 240_000,
    env: {
      PORT: String(port),
      METRICS_PORT: process.env.E2E_METRICS_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      PUBLIC_URL: origin,
      STAFF_EMAILS: 'moderator@dendro.test, new-moderator@dendro.test',
      STAFF_SECOND_FACTOR: 'required',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
