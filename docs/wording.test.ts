import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Wording {
  quoted: string
  shown: string
  files: string[]
}

const table: Wording[] = read('docs/wording.md')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| specification'))
  .map(line => {
    const [quoted = '', shown = '', where = ''] = line.slice(2, -2).split(' | ')
    return { quoted, shown, files: [...where.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '') }
  })

/** The source without comments; texts broken over lines are joined. */
const withoutComments = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<![:\w])\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')

const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
const sources = new Map(
  readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map(path => [`web/${path}`, withoutComments(read(`web/${path}`))]),
)

/** The fixed parts of a text, in their order in a source. */
const partsOf = (text: string) =>
  text
    .split(/\{[^}]*\}/)
    .map(part => part.trim())
    .filter(part => part !== '')

/** A text on a screen starts a literal or an element, or continues after an inserted value. */
function isShown(part: string, source: string): boolean {
  // A single word may also be an identifier.
  const fold = (text: string) => (part.includes(' ') ? text.toLowerCase() : text)
  const [text, all] = [fold(part), fold(source)]
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1))
    if (/['"`>}]$/.test(all.slice(0, at).trimEnd()) && !/^\w/.test(all.slice(at + text.length))) return true
  return false
}

it('has a table', () => {
  expect(table.length).toBeGreaterThan(20)
  expect(table.filter(({ shown }) => !/[а-яё]/i.test(shown))).toEqual([])
  expect(table.filter(({ files }) => files.length === 0)).toEqual([])
})

describe.each(table)('$quoted', ({ quoted, shown, files }) => {
  it.each(files)('is shown in Russian by %s', file => {
    const source = withoutComments(read(file))
    expect(partsOf(shown).filter(part => !source.includes(part))).toEqual([])
  })

  it('is not shown in English', () => {
    const parts = partsOf(quoted)
    const shows = ([, source]: [string, string]) => parts.every(part => isShown(part, source))
    expect([...sources].filter(shows).map(([path]) => path)).toEqual([])
  })
})

it('shows no English sentence anywhere', () => {
  const sentence = /['"`>]\s?([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\s?['"`<]/
  const found = [...sources].flatMap(([path, source]) => sentence.exec(source)?.[1]?.concat(' in ', path) ?? [])
  expect(found.filter(text => !text.startsWith('Thuja occidentalis'))).toEqual([])
})
