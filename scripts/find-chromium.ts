import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Chromium without a user interface, a package of Debian: it renders the same pages in half of the CPU time. */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

export function onPath(name: string): string | null {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
  } catch {
    return null
  }
}

/** A Chromium for the browser tests: CHROMIUM_PATH, one on the PATH, or Playwright's own; `null` if there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  for (const name of names) {
    const path = onPath(name)
    if (path) return path
  }
  const own = chromium.executablePath()
  return existsSync(own) ? own : null
}

export function attempt(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}

/**
 * Finds a Chromium or installs one: as root Debian's package, otherwise Playwright's. Throws if both fail. On CI a full
 * Chromium is used only if the headless shell cannot be installed.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found && (!process.env.CI || process.env.CHROMIUM_PATH || onPath(headlessShell))) return found
  console.log('installing a Chromium for the browser tests')
  const isRoot = process.getuid?.() === 0
  if (isRoot && onPath('apt-get')) {
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', headlessShell])
  }
  if (!findChromium()) attempt('npx', ['playwright', 'install', 'chromium'])
  const installed = findChromium()
  if (!installed) {
    throw new Error('The browser tests need a Chromium: install one and name it in CHROMIUM_PATH.')
  }
  return installed
}
