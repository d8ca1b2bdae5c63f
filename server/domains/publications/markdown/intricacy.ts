import type { gfmTable } from 'micromark-extension-gfm-table'

type Extension = ReturnType<typeof gfmTable>
type Construct = Extract<NonNullable<NonNullable<Extension['text']>['42']>, { tokenize: unknown }>

/** A text that is not taken, with the reason for the person who wrote it. */
export class MarkdownRefusal extends Error {}

const tooIntricate = 'Разметка слишком запутана: упростите списки, таблицы и выделения'
export const refuseIntricacy = (): never => {
  throw new MarkdownRefusal(tooIntricate)
}

/**
 * The parser's time grows with the square of the marks of one paragraph, with the square of the lists' items and
 * quotations, with their depth times their lines, and with the square of the number of headings; within these bounds
 * 50,000 letters of the worst kind take some twenty times as long as plain ones.
 */
const marksInText = 400
const containersInLine = 12
const containersInText = 500
const indentation = 40
const linesInText = 3000

/** Quotations and list items that a line opens or goes on with. */
const containers = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)))+/
const container = />|[*+-]|\d+[.)]/g

/** Throws MarkdownRefusal for too many lines, items or quotations, or such that nest too deep, before the parser sees them. */
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

/** An extension of the parser that changes nothing but counts the marks of each paragraph, heading or cell. */
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
      // A run of them is one mark: were it counted from within, the parser would take its tail for one of its own.
      [grave]: { ...counting, previous: code => code !== grave },
    },
  }
}
