// Everything that must pass before a change is merged, fastest failures first.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './find-chromium.ts'
import { ensurePoppler } from './find-poppler.ts'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

const steps: [what: string, command: string, ...args: string[]][] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ['build', process.execPath, 'scripts/build.ts'],
  ['server and web tests', 'vitest', 'run'],
  ['browser journeys', 'playwright', 'test'],
]

let chromium: string
try {
  chromium = ensureChromium()
  ensurePoppler()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

keepTemporaryFilesInMemory()
// The demonstration is drawn once: the test of interrupted first starts leaves it here for the browser tests.
const demonstration = mkdtempSync(join(tmpdir(), 'dendro-e2e-'))
process.once('exit', () => rmSync(demonstration, { recursive: true, force: true }))
const env = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  DEMONSTRATION_DIR: demonstration,
  E2E_DATA_DIR: demonstration,
}

for (const [what, command, ...args] of steps) {
  const started = Date.now()
  console.log(`\n— ${what}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0) {
    console.error(`\n${what}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`${what}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
