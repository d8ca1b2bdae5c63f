import { refuseWide, tableLimits } from './cells.ts'

/** A text as it stands on a page, in points from its left and upper edge; `y`: of the baseline. */
export interface Piece {
  left: number
  right: number
  y: number
  /** Of the letters. */
  size: number
  /** The name that the file gives to them. */
  font: string
  text: string
}

/** What stands at one height of a page, from left to right: pieces with gaps between them that are wider than spaces. */
export interface Line {
  page: number
  y: number
  size: number
  pieces: Piece[]
}

/** Parts of a letter's size: heights that are still one line, gaps that are no space, and gaps that divide cells. */
const oneLine = 0.4
const noSpace = 0.12
const divides = 0.6

/** The pieces of a page as lines, from top to bottom. */
export function linesOf(page: number, pieces: Piece[]): Line[] {
  const lines: Line[] = []
  for (const piece of pieces.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && piece.y - line.y <= oneLine * Math.min(line.size, piece.size)) {
      line.pieces.push(piece)
      line.size = Math.max(line.size, piece.size)
    } else lines.push({ page, y: piece.y, size: piece.size, pieces: [piece] })
  }
  for (const line of lines) {
    line.pieces = joined(line.pieces)
    if (line.pieces.length > tableLimits.columns) refuseWide()
  }
  return lines
}

/** Joins the words of a line. */
function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    const last = result.at(-1)
    const gap = last ? piece.left - last.right : 0
    if (!last || gap > divides * Math.max(last.size, piece.size)) {
      result.push({ ...piece })
      continue
    }
    last.text += gap > noSpace * piece.size ? ` ${piece.text}` : piece.text
    last.right = Math.max(last.right, piece.right)
  }
  return result
}

/** What a line says, with a sign for the number of its page. */
const textOf = ({ page, pieces }: Line) =>
  pieces
    .map(({ text }) => text)
    .join('\t')
    .replace(new RegExp(String.raw`(?<!\d)${page}(?!\d)`), '#')

export const isNumber = (text: string) => /^[\d\s.,\-–—/+*×xх₽]+$/iu.test(text)

/**
 * The lines of all pages in one order, without those that only repeat: lines at the top of each page that stand on the
 * first one too, in the same order, remain there, and lines at the bottom of all pages remain on the last. They may
 * differ in the number of the page.
 */
export function withoutRepeated(pages: Line[][]): Line[] {
  const filled = pages.filter(lines => lines.length > 0)
  const texts = filled.map(lines => lines.map(textOf))
  const [firstTexts = [], secondTexts = [], ...otherTexts] = texts
  if (filled.length < 2) return filled.flat()
  const shortest = Math.min(...texts.map(({ length }) => length))
  // On two pages the same plant may stand by chance.
  const mayRepeat = (line: Line | undefined) =>
    filled.length > 2 || (line !== undefined && !line.pieces.some(({ text }) => isNumber(text)))
  let top = 0
  for (let from = 0; top < shortest; top++) {
    const text = secondTexts[top] ?? ''
    from = firstTexts.indexOf(text, from) + 1
    const isAlike = from > 0 && otherTexts.every(lines => lines[top] === text)
    if (!isAlike || !mayRepeat(filled[1]?.[top])) break
  }
  let bottom = 0
  while (bottom < shortest - top && new Set(texts.map(lines => lines.at(-1 - bottom))).size === 1) {
    if (!mayRepeat(filled[0]?.at(-1 - bottom))) break
    bottom++
  }
  return filled.flatMap((lines, at) =>
    lines.slice(at === 0 ? 0 : top, at === filled.length - 1 ? undefined : lines.length - bottom),
  )
}
