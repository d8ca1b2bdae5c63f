import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
export const dist = join(root, 'dist')

/** What a build makes: the web client, for the browser and for the server; and the server, in a few files. */
export type Part = 'client' | 'program'
export const parts: Part[] = ['client', 'program']

const shared = ['contract', 'package-lock.json', 'scripts/build.ts', 'scripts/sbom.ts']
const sources: Record<Part, string[]> = {
  client: [...shared, 'web', 'vite.config.ts', 'scripts/service-worker.ts'],
  program: [...shared, 'server'],
}

/** The server's entry. */
export const program = join(dist, 'program/main.js')

/** A file written last: its modification time is that of the complete part. */
export const markOf = (part: Part): string => join(dist, `${part}.complete`)

const isTest = /\.test\.tsx?$/

function newestChange(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const names = readdirSync(path).filter(name => !isTest.test(name))
  return Math.max(stat.mtimeMs, ...names.map(name => newestChange(join(path, name))))
}

/** Whether there is no such mark, or one of these files and folders, tests left out, has changed since. */
export function isOutdated(mark: string, paths: string[]): boolean {
  const built = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || paths.some(path => newestChange(path) > built)
}

export const outdatedParts = (): Part[] =>
  parts.filter(part =>
    isOutdated(
      markOf(part),
      sources[part].map(source => join(root, source)),
    ),
  )
