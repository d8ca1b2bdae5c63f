/** A change of a text and the selection after it; positions in UTF-16 units, as in the browser. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  selectFrom: number
  selectTo: number
}

/** A text and its selection. */
export interface Selection {
  text: string
  start: number
  end: number
}

function replaced(from: number, to: number, insert: string, select: [number, number]): TextEdit {
  return { from, to, insert, selectFrom: from + select[0], selectTo: from + select[1] }
}

/** Adds marks around the selection, or removes them. */
export function wrap({ text, start, end }: Selection, mark: string, placeholder: string): TextEdit {
  const size = mark.length
  if (start >= size && text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return replaced(start - size, end + size, text.slice(start, end), [0, end - start])
  }
  const inner = text.slice(start, end) || placeholder
  return replaced(start, end, mark + inner + mark, [size, size + inner.length])
}

/** The lines of a selection: from the start of the first to the end of the last. */
function lineRange({ text, start, end }: Selection): [number, number] {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  return [from, next === -1 ? text.length : next]
}

function onLines(selection: Selection, change: (line: string, index: number) => string): TextEdit {
  const [from, to] = lineRange(selection)
  const insert = selection.text.slice(from, to).split('\n').map(change).join('\n')
  return replaced(from, to, insert, [insert.length, insert.length])
}

/** Switches from no heading to a heading, a smaller one, and back. */
export function heading(selection: Selection): TextEdit {
  return onLines(selection, line => {
    const [, hashes = '', words = ''] = /^(#*) *(.*)$/.exec(line) ?? []
    return hashes === '' ? `## ${words}` : hashes === '##' ? `### ${words}` : words
  })
}

const bullet = /^- /
const number = /^\d+\. /

function list(selection: Selection, mark: RegExp, marked: (words: string, index: number) => string): TextEdit {
  const [from, to] = lineRange(selection)
  const isMarked = selection.text
    .slice(from, to)
    .split('\n')
    .every(line => mark.test(line))
  return onLines(selection, (line, index) => {
    const words = line.replace(bullet, '').replace(number, '')
    return isMarked ? words : marked(words, index)
  })
}

export const bulletList = (selection: Selection) => list(selection, bullet, words => `- ${words}`)
export const numberedList = (selection: Selection) =>
  list(selection, number, (words, index) => `${index + 1}. ${words}`)

/** `[words](address)`, with the part to fill in selected. */
export function link({ text, start, end }: Selection): TextEdit {
  const selected = text.slice(start, end)
  if (/^(?:https?:\/\/|\/)\S+$/.test(selected)) return replaced(start, end, `[текст](${selected})`, [1, 6])
  const words = selected || 'текст'
  const address = 'https://'
  const insert = `[${words}](${address})`
  return selected
    ? replaced(start, end, insert, [words.length + 3, insert.length - 1])
    : replaced(start, end, insert, [1, 1 + words.length])
}

/** Inserts a separate paragraph after the last line of the selection; `select` counts within it. */
function after(selection: Selection, block: string, select: [number, number]): TextEdit {
  const { text } = selection
  const [, at] = lineRange({ ...selection, start: selection.end })
  const before = text.slice(0, at)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const rest = text.slice(at)
  const trail = rest === '' || rest.startsWith('\n\n') ? '' : '\n'
  return replaced(at, at, lead + block + trail, [lead.length + select[0], lead.length + select[1]])
}

export const table = (selection: Selection) =>
  after(selection, '| Столбец | Столбец |\n| --- | --- |\n| | |\n| | |', [2, 9])

/** The description is selected, to be filled in. */
export const picture = (selection: Selection, address: string) =>
  after(selection, `![Что на картинке](${address})`, [2, 17])
