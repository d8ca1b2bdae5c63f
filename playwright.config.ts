import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'

// Another checkout may be tested beside this one.
const port = Number(process.env.E2E_PORT ?? 3210)
const origin = `http://127.0.0.1:${port}`
process.env.E2E_METRICS_PORT ??= String(port + 1)
// One folder for the run; workers that read this file again find it in the environment.
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
  // What visitors see is compared with what the API says, so nothing may be sold meanwhile.
  projects: [
    { name: 'visitors', testMatch: visitors },
    { name: 'members', testMatch: '*.spec.ts', testIgnore: visitors, dependencies: ['visitors'] },
  ],
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  timeout: 30_000,
  // Real time on a shared machine: what passes only the second time is listed as flaky, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  // A build that does not hydrate fails everything: ten tests say so as well as all.
  maxFailures: 10,
  use: {
    baseURL: origin,
    locale: 'ru-RU',
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
