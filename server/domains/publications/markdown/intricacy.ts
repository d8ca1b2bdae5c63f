import type { gfmTable } from 'micromark-extension-gfm-table'

type Extension = ReturnType<typeof gfmTable>
type Construct = Extract<NonNullable<NonNullable<Extension['text']>['42']>, { tokenize: unknown }>

/** A text that is not accepted, with the reason for its author. */
export class MarkdownRefusal extends Error {}

const tooIntricate = 'Разметка слишком запутана: упростите списки, таблицы и выделения'
export const refuseIntricacy = (): never => {
  throw new MarkdownRefusal(tooIntricate)
}

/**
 * The parser's time grows with the square of the number of marks in a paragraph, with the square of the number of list
 * items and quotations, with their depth times their lines, and with the square of the number of headings; within these
 * bounds 50,000 characters of the worst kind take about twenty times as long as plain text.
 */
const marksInText = 400
const containersInLine = 12
const containersInText = 500
const indentation = 40
const linesInText = 3000

/** Quotations and list items that a line opens or continues. */
const containers = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)))+/
const container = />|[*+-]|\d+[.)]/g

/** Runs before the parser. Throws MarkdownRefusal for too many lines, items or quotations, and for too deep nesting. */
export function checkLines(text: string): void {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > linesInText) {
    throw new MarkdownRefusal(`В тексте больше ${linesInText.toLocaleString('ru-RU')} строк`)
  }
  let begun = 0
  let quotedBefore = 0
  for (const line of lines) {
    const [opened = ''] = containers.exec(line) ?? []
    const marks = opened.match(container) ?? []
    if (marks.length > containersInLine) refuseIntricacy()
    const quoted = marks.filter(mark => mark === '>').length
    begun += marks.length - quoted + Math.max(0, quoted - quotedBefore)
    quotedBefore = quoted
    if (begun > containersInText) {
      throw new MarkdownRefusal(`В тексте больше ${containersInText} пунктов списков и цитат`)
    }
    if ((/^[ \t]*/.exec(opened)?.[0].replaceAll('\t', '    ').length ?? 0) > indentation) refuseIntricacy()
  }
}

/** A parser extension that only counts the marks of each paragraph, heading or cell. */
export function countMarks(): Extension {
  const counts = new WeakMap<object, number>()
  const counting: Construct = {
    name: 'counting',
    tokenize(_effects, _ok, nok) {
      return code => {
        const count = (counts.get(this) ?? 0) + 1
        if (count > marksInText) refuseIntricacy()
        counts.set(this, count)
        return nok(code)
      }
    },
  }
  const grave = '`'.charCodeAt(0)
  const marks = ['*', '_', '<', '[', ']'].map(mark => mark.charCodeAt(0))
  return {
    text: {
      ...Object.fromEntries(marks.map(mark => [mark, counting])),
      // A run of backticks is one mark: counted from within, the rest of the run would be parsed as another mark.
      [grave]: { ...counting, previous: code => code !== grave },
    },
  }
}
