import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The requirements of OWASP ASVS 5.0.0: of each section the numbers of level 1, and those that level 2 adds. */
const requirements: Record<string, [one: number[], two: number[]]> = {
  '1.1': [[], [1, 2]],
  '1.2': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ],
  '1.3': [
    [1, 2],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ],
  '1.4': [[], [1, 2, 3]],
  '1.5': [[1], [2]],
  '2.1': [[1], [2, 3]],
  '2.2': [[1, 2], [3]],
  '2.3': [[1], [2, 3, 4]],
  '2.4': [[], [1]],
  '3.2': [[1, 2], []],
  '3.3': [[1], [2, 3, 4]],
  '3.4': [
    [1, 2],
    [3, 4, 5, 6],
  ],
  '3.5': [
    [1, 2, 3],
    [4, 5],
  ],
  '3.7': [[], [1, 2]],
  '4.1': [[1], [2, 3]],
  '4.2': [[], [1]],
  '4.3': [[], [1, 2]],
  '4.4': [[1], [2, 3, 4]],
  '5.1': [[], [1]],
  '5.2': [[1, 2], [3]],
  '5.3': [[1, 2], []],
  '5.4': [[], [1, 2, 3]],
  '6.1': [[1], [2, 3]],
  '6.2': [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  '6.3': [
    [1, 2],
    [3, 4],
  ],
  '6.4': [
    [1, 2],
    [3, 4],
  ],
  '6.5': [[], [1, 2, 3, 4, 5]],
  '6.6': [[], [1, 2, 3]],
  '6.8': [[], [1, 2, 3, 4]],
  '7.1': [[], [1, 2, 3]],
  '7.2': [[1, 2, 3, 4], []],
  '7.3': [[], [1, 2]],
  '7.4': [
    [1, 2],
    [3, 4, 5],
  ],
  '7.5': [[], [1, 2]],
  '7.6': [[], [1, 2]],
  '8.1': [[1], [2]],
  '8.2': [[1, 2], [3]],
  '8.3': [[1], []],
  '8.4': [[], [1]],
  '9.1': [[1, 2, 3], []],
  '9.2': [[1], [2, 3, 4]],
  '10.1': [[], [1, 2]],
  '10.2': [[], [1, 2]],
  '10.3': [[], [1, 2, 3, 4]],
  '10.4': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ],
  '10.5': [[], [1, 2, 3, 4, 5]],
  '10.6': [[], [1, 2]],
  '10.7': [[], [1, 2, 3]],
  '11.1': [[], [1, 2]],
  '11.2': [[], [1, 2, 3]],
  '11.3': [[1, 2], [3]],
  '11.4': [[1], [2, 3, 4]],
  '11.5': [[], [1]],
  '11.6': [[], [1]],
  '12.1': [[1], [2, 3]],
  '12.2': [[1, 2], []],
  '12.3': [[], [1, 2, 3, 4]],
  '13.1': [[], [1]],
  '13.2': [[], [1, 2, 3, 4, 5]],
  '13.3': [[], [1, 2]],
  '13.4': [[1], [2, 3, 4, 5]],
  '14.1': [[], [1, 2]],
  '14.2': [[1], [2, 3, 4]],
  '14.3': [[1], [2, 3]],
  '15.1': [[1], [2, 3]],
  '15.2': [[1], [2, 3]],
  '15.3': [[1], [2, 3, 4, 5, 6, 7]],
  '16.1': [[], [1]],
  '16.2': [[], [1, 2, 3, 4, 5]],
  '16.3': [[], [1, 2, 3, 4]],
  '16.4': [[], [1, 2, 3]],
  '16.5': [[], [1, 2, 3]],
  '17.1': [[], [1]],
  '17.2': [[], [1, 2, 3, 4]],
  '17.3': [[], [1, 2]],
}

/** Of each section in ascending order: the standard does not number by level. */
const wanted = Object.entries(requirements).flatMap(([section, levels]) =>
  levels
    .flatMap((numbers, index) => numbers.map(number => ({ number, level: index + 1 })))
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, level }) => `${section}.${number} level ${level}`),
)

/** The cells of a line of CSV. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
const [header = '', ...lines] = read('docs/asvs.csv').trimEnd().split('\n')
const rows = lines.map(line => {
  const [id = '', level = '', asks = '', state = '', where = '', ...more] = cellsOf(line)
  return { id, level, asks, state, where, more, line }
})

/**
 * What is wrong with one piece of evidence: `path`, `path#name of a test or words of a page`, `path:words of the source`.
 * The file must be there, and those words must stand in it.
 */
function missing(evidence: string): string[] {
  const [, path = '', words = ''] = /^([\w.@/-]+)(?:[#:](.+))?$/.exec(evidence) ?? []
  if (!path || !existsSync(new URL(path, root))) return [`${evidence}: no such file`]
  return read(path).includes(words) ? [] : [`${evidence}: not in it`]
}

describe('the requirements of ASVS 5.0.0', () => {
  it('of levels 1 and 2 are all answered, each once, in order', () => {
    expect(header).toBe('id,level,asks,state,where')
    expect(wanted).toHaveLength(253)
    expect(rows.map(({ id, level }) => `${id} level ${level}`)).toEqual(wanted)
  })

  it('are each met, not applicable or refused', () => {
    const isAnswer = ({ asks, state, more }: (typeof rows)[number]) =>
      /\p{L}{2}/u.test(asks) && ['met', 'not applicable', 'refused'].includes(state) && more.length === 0
    expect(rows.filter(row => !isAnswer(row)).map(({ line }) => line)).toEqual([])
  })

  it('that are met name tests and places that are there', () => {
    const met = rows.filter(({ state }) => state === 'met')
    expect(
      met.flatMap(({ id, where }) => where.split(' & ').flatMap(one => missing(one).map(what => `${id} ${what}`))),
    ).toEqual([])
  })

  it('that are not met say why, in a sentence', () => {
    const unmet = rows.filter(({ state }) => state !== 'met')
    expect(unmet.filter(({ where }) => !/^\p{Lu}.+\.$/u.test(where)).map(({ line }) => line)).toEqual([])
  })

  it('that are open, and no others, are in the list of what is open', () => {
    const open = read('docs/SECURITY.md').split(/^## Open$/m)[1] ?? ''
    const listed = [...open.matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id)
    const marked = rows.filter(({ where }) => where.endsWith(' Open.'))
    expect(marked.filter(({ state }) => state !== 'refused').map(({ line }) => line)).toEqual([])
    expect(listed.toSorted()).toEqual(marked.map(({ id }) => id).toSorted())
  })

  it('are counted by chapter', () => {
    const count = (of: typeof rows, wantedState: string) => of.filter(({ state }) => state === wantedState).length
    const countsOf = (of: typeof rows) => ({
      met: count(of, 'met'),
      'not applicable': count(of, 'not applicable'),
      refused: count(of, 'refused'),
    })
    const chapters = [...new Set(rows.map(({ id }) => id.split('.')[0]))]
    const table = Object.fromEntries(
      chapters.map(chapter => [`V${chapter}`, countsOf(rows.filter(({ id }) => id.startsWith(`${chapter}.`)))]),
    )
    console.table({ ...table, all: countsOf(rows) })
    expect(chapters).toHaveLength(17)
    expect(Object.values(countsOf(rows)).reduce((sum, one) => sum + one, 0)).toBe(rows.length)
  })
})

describe('the page of threats', () => {
  const page = read('docs/THREATS.md')

  it('has two pages at most', () => {
    expect(page.replace(/\]\([^)]*\)/g, ']').split(/\s+/).length).toBeLessThan(1000)
  })

  it('names for each attack a test or a drill', () => {
    const attacks = (page.split('## Who attacks')[1] ?? '').split('\n').filter(line => line.startsWith('| '))
    expect(attacks.length).toBeGreaterThan(20)
    const isAnswered = (line: string) => {
      const targets = [...(line.split(' | ').at(-1) ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
      return targets.length > 0 && targets.every(target => existsSync(new URL(target, new URL('docs/', root))))
    }
    expect(attacks.slice(2).filter(line => !isAnswered(line))).toEqual([])
  })
})
