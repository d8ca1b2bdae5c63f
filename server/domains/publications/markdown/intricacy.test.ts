import { describe, expect, it } from 'vitest'
import { articleLimits } from '#contract/moderation/publications.ts'
import { readStrictly } from '#server/test/strict-html.ts'
import { MarkdownRefusal } from './intricacy.ts'
import { readText } from './read-text.ts'
import { writeHtml } from './write-html.ts'

const media = {
  urls: (key: string) => ({ get_image: `https://dendro.test/media/${key}-1280.webp`, get_thumbnail: '' }),
}
const { text: longest } = articleLimits
/** The longest text allowed. */
const fill = (piece: string) => piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest)
const rows = (cell: string, columns: number, count: number) => `|${`${cell}|`.repeat(columns)}\n`.repeat(count)
const table = (cell: string, columns: number) =>
  `${rows('a', columns, 1)}${rows('-', columns, 1)}${rows(cell, columns, 2990)}`.slice(0, longest)
const numbered = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** Milliseconds of CPU time, which other programs do not affect. */
function timeOf(text: string): number {
  const before = process.cpuUsage()
  try {
    writeHtml(readText(text), media)
  } catch (error) {
    if (!(error instanceof MarkdownRefusal)) throw error
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const plain = fill('Ком держат целым и влажным, пока его не опустят в яму. ')

/** Each is as bad as the bounds allow, or worse. */
const families: Record<string, string> = {
  'emphasis that never ends': fill('*a '),
  'emphasis of two kinds': fill('*a_ '),
  'emphasis in every paragraph': fill(`${'*a '.repeat(199)}\n\n`),
  'stars around stars': fill(`${'*'.repeat(190)}a${'*'.repeat(190)}\n\n`),
  'emphasis in emphasis': `${'*a '.repeat(199)}${'b* '.repeat(199)}`,
  'opening brackets': '['.repeat(longest),
  'brackets in brackets': fill(`${'['.repeat(199)}${']'.repeat(199)}\n\n`),
  'beginnings of pictures': fill('!['),
  'pictures that may begin anywhere': `${'!['.repeat(24_000)}${'](b)'.repeat(399)}`,
  'beginnings of links': fill('[a]('),
  'addresses of brackets': `[a](${'('.repeat(longest - 4)}`,
  'beginnings of tags': '<'.repeat(longest),
  'tags that never end': fill('<a b="'),
  'comments that never end': fill('<!--'),
  'beginnings of addresses': fill('<http://a'),
  backticks: '`'.repeat(longest),
  'ever more backticks': numbered(300, number => `${'`'.repeat(number + 1)} `),
  'unequal backticks': fill('`a``b'),
  'quotations in quotations': '>'.repeat(longest),
  'deep quotations': fill(`${'> '.repeat(12)}a\n`),
  'deep quotations, each anew': fill(`${'> '.repeat(12)}a\n\n`),
  'a deep quotation that goes on': `${'> '.repeat(12)}a\n${'b\n'.repeat(2990)}`,
  'lists in lists': fill('- '),
  'lists in lists in every line': fill(`${'- '.repeat(12)}a\n`),
  'two lists in every line': '- - a\n'.repeat(2990),
  'quotations in items': '- > a\n'.repeat(2990),
  'lists and quotations by turns': fill(`${'> - '.repeat(6)}a\n`),
  'items in items': '- a\n  - b\n'.repeat(1490),
  'ever deeper items': numbered(12, number => `${'  '.repeat(number)}- a\n`).repeat(240),
  'items far to the right': fill(`${' '.repeat(300)}- a\n`),
  'numbered items': '1. a\n'.repeat(2990),
  'headings with one name': '## a\n'.repeat(2990),
  'underlined headings': 'a\n=\n'.repeat(1490),
  'headings in quotations': '> # a\n'.repeat(2990),
  'a wide table': `${'|a'.repeat(8000)}\n${'|-'.repeat(8000)}\n${'|b'.repeat(8000)}`,
  'a long table': table('a', 12),
  'a table of marks': table('*a*', 12),
  'a table of empty cells': table('', 12),
  'many tables': '|a|\n|-|\n|b|\n\n'.repeat(740),
  bars: '|'.repeat(longest),
  'names of addresses': numbered(2990, number => `[a${number}]: /x\n`),
  'one address many times': `[a]: /${'x'.repeat(1900)}\n\n${fill(`${'[a] '.repeat(99)}\n\n`)}`.slice(0, longest),
  entities: fill('&#1;'),
  ampersands: '&'.repeat(longest),
  backslashes: '\\'.repeat(longest),
  rules: '***\n'.repeat(2990),
  fences: '```\n'.repeat(2990),
  'line breaks': 'a  \n'.repeat(2990),
  'empty lines': '\n'.repeat(longest),
  spaces: `a${' '.repeat(longest - 2)}b`,
  tabs: fill('a\t'),
  zeros: '\u0000'.repeat(longest),
  'tall letters': fill('🌲'),
}

/** Time relative to plain text of the same length; the worst measured is 13. */
const bound = 40

describe('50,000 characters of the worst kind take little more time than plain text', () => {
  timeOf(plain)
  const usual = (timeOf(plain) + timeOf(plain)) / 2
  it.each(Object.entries(families))('%s', (_, text) => {
    expect(text.length).toBeLessThanOrEqual(longest)
    let least = timeOf(text) / usual
    // Shared processors are uneven: what looks slow is measured again, next to plain text.
    for (let tries = 1; tries < 3 && least >= bound; tries++) least = Math.min(least, timeOf(text) / timeOf(plain))
    expect(least).toBeLessThan(bound)
  })
})

describe('text that is refused', () => {
  const refusal = (text: string) => {
    try {
      readText(text)
    } catch (error) {
      if (error instanceof MarkdownRefusal) return error.message
      throw error
    }
    return 'taken'
  }
  const intricate = 'Разметка слишком запутана: упростите списки, таблицы и выделения'

  it.each([
    ['more than 400 marks in a paragraph', '*a '.repeat(401), intricate],
    ['more than 12 quotations in one another', `${'> '.repeat(13)}a`, intricate],
    ['more than 12 lists in one another', `${'- '.repeat(13)}a`, intricate],
    ['more than 32 steps in depth', `${'*'.repeat(70)}a${'*'.repeat(70)}`, intricate],
    ['too many cells', table('a', 12), intricate],
    ['more than 3000 lines', 'a\n'.repeat(3001), 'В тексте больше 3\u00a0000 строк'],
    ['more than 500 items', '- a\n'.repeat(501), 'В тексте больше 500 пунктов списков и цитат'],
    ['more than 500 quotations', '> a\n\n'.repeat(501), 'В тексте больше 500 пунктов списков и цитат'],
    ['more than 12 columns', `${rows('a', 13, 1)}${rows('-', 13, 1)}`, 'В таблице больше 12 столбцов'],
    ['addresses of more than 200,000 letters', `[a]: /${'x'.repeat(1900)}\n\n${'[a] '.repeat(120)}`, intricate],
  ])('%s', (_, text, message) => {
    expect(refusal(text)).toBe(message)
  })

  it.each([
    ['many marks in many paragraphs', `${'**a** и *b*, '.repeat(30)}\n\n`.repeat(60)],
    ['500 items of a list in a list', '- a\n  - b\n'.repeat(250)],
    ['a quotation of a thousand lines', '> a\n'.repeat(1000)],
    ['a table of a thousand cells', rows('a', 4, 1) + rows('-', 4, 1) + rows('**a**', 4, 250)],
    ['twelve deep', `${'> '.repeat(12)}a`],
  ])('does not include %s', (_, text) => {
    expect(refusal(text)).toBe('taken')
    readStrictly(writeHtml(readText(text), media))
  })
})
