import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isOutdated } from './outdated-parts.ts'

let folder: string
let mark: string

/** Writes a file that was last changed at this second. */
function write(name: string, second: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  utimesSync(path, second, second)
  return path
}
const age = (name: string, second: number) => utimesSync(join(folder, name), second, second)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dendro-outdated-'))
  mkdirSync(join(folder, 'source/inner'), { recursive: true })
  write('source/inner/one.ts', 10)
  age('source/inner', 10)
  age('source', 10)
  mark = write('mark', 20)
})
afterEach(() => rmSync(folder, { recursive: true }))

const sources = () => [join(folder, 'source')]

it('what is newer than all its sources is up to date', () => {
  expect(isOutdated(mark, sources())).toBe(false)
})

it('what was never built is outdated', () => {
  expect(isOutdated(join(folder, 'other'), sources())).toBe(true)
})

it('a changed, added or deleted source makes it outdated', () => {
  age('source/inner/one.ts', 30)
  expect(isOutdated(mark, sources())).toBe(true)
  age('source/inner/one.ts', 10)
  // The folder changes with the names in it.
  age('source/inner', 30)
  expect(isOutdated(mark, sources())).toBe(true)
})

it('a changed test does not', () => {
  write('source/inner/one.test.ts', 30)
  age('source/inner', 10)
  expect(isOutdated(mark, sources())).toBe(false)
})
