import type { Run } from './runs.ts'
import type { Style } from './styles.ts'

/** The width of a text in points. */
export type Measure = (text: string, style: Style) => number

export interface Fragment {
  text: string
  style: Style
  x: number
  width: number
}

export interface Line {
  fragments: Fragment[]
  width: number
}

interface Part {
  text: string
  style: Style
  width: number
}

/** Text that stays on one line; `space` comes before it unless it starts the line. */
interface Unit {
  parts: Part[]
  width: number
  space: Part | null
  /** Starts a new line. */
  isForced: boolean
}

/** Words after which a line does not end: prepositions, conjunctions and particles of one or two letters. */
const clinging = /^[«(]?(?:\p{L}|не|ни|на|по|до|от|из|за|во|со|ко|об|но|же)$/iu
const dash = /^[—–−]/u
/** No break between a number and its unit. */
const figure = /\d$/u
const measured = /^(?:мм|см|дм|м|км|м²|м³|га|мл|л|г|кг|т|шт|руб|₽|°C|%)(?!\p{L})/u
/** A long word may be broken after its hyphen. */
const parting = /(?<=\p{L}{2}-)(?=\p{L}{3})/u

/** Words of a paragraph, with the words that must stay on the same line. */
export function unitsOf(runs: Run[], measure: Measure): Unit[] {
  const units: Unit[] = []
  let unit: Unit | null = null
  let space: Style | null = null
  let word = ''

  function add(text: string, style: Style, isNew: boolean): void {
    const part = { text, style, width: measure(text, style) }
    if (unit && !isNew) {
      unit.parts.push(part)
      unit.width += part.width
      return
    }
    unit = { parts: [part], width: part.width, space: null, isForced: false }
    units.push(unit)
  }
  function addWord(text: string, style: Style): void {
    if (space === null || unit === null) {
      const breaks = unit === null
      add(text, style, breaks)
    } else if (clinging.test(word) || dash.test(text) || (figure.test(word) && measured.test(text))) {
      add(' ', space, false)
      add(text, style, false)
    } else {
      const part = { text: ' ', style: space, width: measure(' ', space) }
      add(text, style, true)
      unit.space = part
    }
    word = space === null ? word + text : text
    space = null
  }

  for (const run of runs) {
    if (run === null) {
      const forced: Unit = { parts: [], width: 0, space: null, isForced: true }
      units.push(forced)
      unit = null
      space = null
      word = ''
      continue
    }
    for (const piece of run.text.split(/([ \t\r\n]+)/)) {
      if (piece === '') continue
      if (/^[ \t\r\n]/.test(piece)) {
        space = run.style
        continue
      }
      for (const [index, text] of piece.split(parting).entries()) {
        if (index === 0) addWord(text, run.style)
        else add(text, run.style, true)
      }
    }
  }
  return units
}

/** Breaks a word that is wider than a line into pieces that fit. */
function* cut({ text, style }: Part, room: number, width: number, measure: Measure): Generator<Part> {
  let piece: Part = { text: '', style, width: 0 }
  let left = room
  for (const letter of text) {
    const letterWidth = measure(letter, style)
    if (piece.text !== '' && piece.width + letterWidth > left) {
      yield piece
      piece = { text: '', style, width: 0 }
      left = width
    }
    piece.text += letter
    piece.width += letterWidth
  }
  if (piece.text !== '') yield piece
}

/** Breaks a paragraph into lines of at most this width. */
export function breakLines(runs: Run[], width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let line: Line = { fragments: [], width: 0 }
  const flush = () => {
    lines.push(line)
    line = { fragments: [], width: 0 }
  }
  function put({ text, style, width: partWidth }: Part): void {
    const last = line.fragments.at(-1)
    if (last?.style === style) {
      last.text += text
      last.width += partWidth
    } else line.fragments.push({ text, style, x: line.width, width: partWidth })
    line.width += partWidth
  }
  for (const unit of unitsOf(runs, measure)) {
    if (unit.isForced) {
      flush()
      continue
    }
    const isFirst = line.fragments.length === 0
    const spaceWidth = isFirst ? 0 : (unit.space?.width ?? 0)
    if (!isFirst && line.width + spaceWidth + unit.width > width) flush()
    else if (!isFirst && unit.space) put(unit.space)
    if (unit.width <= width) {
      for (const part of unit.parts) put(part)
      continue
    }
    for (const part of unit.parts) {
      for (const piece of cut(part, width - line.width, width, measure)) {
        if (line.fragments.length > 0 && line.width + piece.width > width) flush()
        put(piece)
      }
    }
  }
  if (line.fragments.length > 0 || lines.length === 0) flush()
  return lines
}
