import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { featureArrows, floors, outOfReach } from './floors.ts'
import { crossings, listImports } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const domains = 'server/domains'
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const folders = (base: string) =>
  readdirSync(join(root, base), { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))

it('has a floor for every domain, and no unknown domains', () => {
  expect(floors.flat().toSorted()).toEqual(folders(domains).toSorted())
})

it('has only downward imports between domains', () => {
  const upward = crossings(root, domains).filter(({ fromRoom, toRoom }) => outOfReach(fromRoom).includes(toRoom))
  expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

it('has no imports of domains from lower layers', () => {
  const below = ['server/platform', 'server/policy', 'server/drawings', 'server/reading', 'contract']
    .flatMap(folder => listImports(root, folder))
    .filter(({ from }) => !from.endsWith('.test.ts'))
  expect(below.filter(({ to }) => to.startsWith(domains)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

it('has no imports of the database or the platform in the illustrations', () => {
  const outward = listImports(root, 'server/drawings').filter(({ to }) => !to.startsWith('server/drawings/'))
  expect(outward).toEqual([])
})

it('has no imports of another domain’s queries except through its api file', () => {
  const direct = crossings(root, domains).filter(({ to }) => to.endsWith('.queries.ts'))
  expect(direct.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

it('has no imports of another domain’s tables except for keys and in queries that name them', () => {
  const foreign = crossings(root, domains).filter(
    ({ from, to }) => to.endsWith('.tables.ts') && !from.endsWith('.tables.ts'),
  )
  const unnamed = foreign.filter(({ from, toRoom }) => {
    const joined = /^\/\/ Joins ([^.]+)\./m.exec(text(from))?.[1]?.replaceAll('\n//', '') ?? ''
    return !from.endsWith('.queries.ts') || !new RegExp(`\\b${toRoom} \\(`).test(joined)
  })
  expect(unnamed.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

it('has only declared imports between features of the web client', () => {
  const between = new Set(crossings(root, 'web/features').map(({ fromRoom, toRoom }) => `${fromRoom} → ${toRoom}`))
  expect([...between].toSorted()).toEqual(featureArrows.map(arrow => arrow.join(' → ')).toSorted())
})
