import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const page = fileURLToPath(new URL('THREATS.md', import.meta.url))
const text = readFileSync(page, 'utf8')

/** The requirements of OWASP ASVS 4.0.3 at levels 1 and 2: for each section their numbers. */
const requirements: Record<string, number[]> = {
  '1.1': [1, 2, 3, 4, 5, 6, 7],
  '1.2': [1, 2, 3, 4],
  '1.4': [1, 4, 5],
  '1.5': [1, 2, 3, 4],
  '1.6': [1, 2, 3, 4],
  '1.7': [1, 2],
  '1.8': [1, 2],
  '1.9': [1, 2],
  '1.10': [1],
  '1.11': [1, 2],
  '1.12': [2],
  '1.14': [1, 2, 3, 4, 5, 6],
  '2.1': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3],
  '2.4': [1, 2, 3, 4, 5, 6],
  '2.5': [1, 2, 3, 4, 5, 6, 7],
  '2.6': [1, 2, 3],
  '2.7': [1, 2, 3, 4, 5, 6],
  '2.8': [1, 2, 3, 4, 5, 6, 7],
  '2.9': [1, 2, 3],
  '2.10': [1, 2, 3, 4],
  '3.1': [1],
  '3.2': [1, 2, 3, 4],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5],
  '3.5': [1, 2, 3],
  '3.7': [1],
  '4.1': [1, 2, 3, 5],
  '4.2': [1, 2],
  '4.3': [1, 2, 3],
  '5.1': [1, 2, 3, 4, 5],
  '5.2': [1, 2, 3, 4, 5, 6, 7, 8],
  '5.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  '5.4': [1, 2, 3],
  '5.5': [1, 2, 3, 4],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6],
  '6.3': [1, 2],
  '6.4': [1, 2],
  '7.1': [1, 2, 3, 4],
  '7.2': [1, 2],
  '7.3': [1, 3, 4],
  '7.4': [1, 2, 3],
  '8.1': [1, 2, 3, 4],
  '8.2': [1, 2, 3],
  '8.3': [1, 2, 3, 4, 5, 6, 7, 8],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.2': [1, 2],
  '10.3': [1, 2, 3],
  '11.1': [1, 2, 3, 4, 5, 6, 7, 8],
  '12.1': [1, 2, 3],
  '12.2': [1],
  '12.3': [1, 2, 3, 4, 5, 6],
  '12.4': [1, 2],
  '12.5': [1, 2],
  '12.6': [1],
  '13.1': [1, 3, 4, 5],
  '13.2': [1, 2, 3, 5, 6],
  '13.3': [1, 2],
  '13.4': [1, 2],
  '14.1': [1, 2, 3, 4],
  '14.2': [1, 2, 3, 4, 5, 6],
  '14.3': [2, 3],
  '14.4': [1, 2, 3, 4, 5, 6, 7],
  '14.5': [1, 2, 3, 4],
}
const numbers = Object.entries(requirements).flatMap(([section, own]) => own.map(number => `${section}.${number}`))

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map(cell => cell.trim())
const rowsBelow = (heading: string) =>
  (text.split(new RegExp(`^##+ ${heading}$`, 'm'))[1]?.split(/^##+ /m)[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| ---'))
    .map(cellsOf)
    .slice(1)

/** The lines that start with a number, even if otherwise malformed. */
const rows = text
  .split('\n')
  .filter(line => /^\|\s*V?\d+\.\d+\.\d+/.test(line))
  .map(line => {
    const [number = '', short = '', state = '', where = '', ...more] = cellsOf(line)
    return { number, short, state, where, more, line }
  })

const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
)
const targetsIn = (cell: string) => [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
const isThere = (target: string) =>
  target.startsWith('#') ? headings.includes(target.slice(1)) : existsSync(join(dirname(page), target))

describe('the requirements of ASVS', () => {
  it('are all answered, each once, in order', () => {
    expect(numbers).toHaveLength(260)
    expect(rows.map(row => row.number)).toEqual(numbers)
  })

  it('are each answered in one row: met, not applicable or refused', () => {
    const isAnswer = ({ short, state, more }: (typeof rows)[number]) =>
      short !== '' && ['met', 'n.a.', 'refused'].includes(state) && more.length === 0
    expect(rows.filter(row => !isAnswer(row)).map(row => row.line)).toEqual([])
  })

  it('that are met name only existing files', () => {
    const met = rows.filter(row => row.state === 'met')
    expect(met.filter(row => targetsIn(row.where).length === 0).map(row => row.line)).toEqual([])
    const missing = met.flatMap(({ number, where }) =>
      targetsIn(where).flatMap(target => (isThere(target) ? [] : [`${number} ${target}`])),
    )
    expect(missing).toEqual([])
  })

  it('that are not met say why', () => {
    const unexplained = rows.filter(({ state, where }) => state !== 'met' && !/\p{L}{2}/u.test(where))
    expect(unexplained.map(row => row.line)).toEqual([])
  })

  it('are counted correctly by chapter', () => {
    const count = (of: typeof rows) =>
      ['met', 'n.a.', 'refused'].map(state => String(of.filter(row => row.state === state).length))
    const counted = rowsBelow('OWASP ASVS 4.0.3').map(([chapter = '', ...counts]) => [chapter.split(' ')[0], ...counts])
    const chapters = Array.from({ length: 14 }, (_, index) => index + 1)
    expect(counted).toEqual([
      ...chapters.map(chapter => [`V${chapter}`, ...count(rows.filter(row => row.number.startsWith(`${chapter}.`)))]),
      ['all', ...count(rows)],
    ])
  })

  it('that are open, and no others, are in the list of open ones', () => {
    const open = text.split(/^## Open$/m)[1] ?? ''
    const listed = [...open.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number)
    const marked = rows.filter(row => row.where.includes('(#open)')).map(row => row.number)
    expect(listed.toSorted()).toEqual(marked.toSorted())
    expect(rows.filter(row => row.where.includes('(#open)') && row.state !== 'refused')).toEqual([])
  })
})

describe.each(['Who attacks', 'Abuse of the trade'])('%s', heading => {
  it('names for each attack a test or the code that stops it', () => {
    const attacks = rowsBelow(heading)
    expect(attacks.length).toBeGreaterThan(10)
    const unanswered = attacks.filter(cells => {
      const targets = targetsIn(cells.at(-1) ?? '')
      return targets.length === 0 || !targets.every(isThere)
    })
    expect(unanswered).toEqual([])
  })
})
