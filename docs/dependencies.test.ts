import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lockedPackages, nameOf } from '../scripts/sbom.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const text = `\n${read('dependencies.md')}`
const rowsBelow = (heading: string) =>
  (text.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '').split('\n').flatMap(line => {
    if (!line.startsWith('| `')) return []
    const [names = '', ...cells] = line.slice(1, -1).split('|')
    return [
      { names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), cells: cells.map(one => one.trim()) },
    ]
  })

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('../package.json')) as Record<
  string,
  Record<string, string>
>
const installed = Object.entries(lockedPackages()).filter(([folder]) => folder)

describe.each([
  ['## In the product', { ...dependencies, ...optionalDependencies }],
  ['## For development', { ...devDependencies }],
])('%s', (heading, wanted) => {
  const rows = rowsBelow(heading).map(({ names: [name = ''], cells: [licence, ...reasons] }) => ({
    name,
    licence,
    reasons,
  }))

  it('has one row for each dependency, and no others', () => {
    expect(Object.keys(wanted).length).toBeGreaterThan(10)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(wanted).toSorted())
  })

  it('says what each is for, and why it is not our own or another', () => {
    const isReason = (reason: string) => /\p{L}{2}/u.test(reason)
    expect(rows.filter(({ reasons }) => reasons.length !== 2 || !reasons.every(isReason))).toEqual([])
  })

  it('has the licences that the packages state', () => {
    const stated = new Map(installed.map(([folder, { license }]) => [folder, license]))
    expect(rows.filter(({ name, licence }) => stated.get(`node_modules/${name}`) !== licence)).toEqual([])
  })

  it('pins each to one version', () => {
    expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})

describe('everything that is installed', () => {
  const allowed = 'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 Unlicense CC0-1.0 Zlib OFL-1.1'
  const isAllowed = (license = '') =>
    license !== '' &&
    license
      .replace(/[()]/g, '')
      .split(/ (?:AND|OR) /)
      .every(part => allowed.split(' ').includes(part))
  const exceptions = rowsBelow('# Dependencies').flatMap(({ names }) => names)
  const matches = (pattern: string, name: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

  it('has an allowed licence or is named as an exception', () => {
    const others = installed.filter(([, { license }]) => !isAllowed(license)).map(([folder]) => nameOf(folder))
    expect(others.filter(name => !exceptions.some(pattern => matches(pattern, name)))).toEqual([])
    // An exception that nothing needs any more goes.
    expect(exceptions.filter(pattern => !others.some(name => matches(pattern, name)))).toEqual([])
  })

  it('is pinned by hash and comes from the registry alone', () => {
    const isPinned = ([, { integrity }]: (typeof installed)[number]) => integrity?.startsWith('sha512-')
    expect(installed.filter(one => !isPinned(one)).map(([folder]) => folder)).toEqual([])
    expect(read('../package-lock.json')).not.toMatch(/"resolved": "(?!https:\/\/registry\.npmjs\.org\/)|"link": true/)
  })

  it('runs no code while it is installed', () => {
    expect(read('../.npmrc')).toMatch(/^ignore-scripts=true$/m)
    const { scripts } = JSON.parse(read('../package.json')) as { scripts: Record<string, string> }
    // npm does not run these with `ignore-scripts`: nothing may depend on them.
    expect(Object.keys(scripts).filter(name => /^(?:pre|post|install$|prepare$)/.test(name))).toEqual([])
  })
})
