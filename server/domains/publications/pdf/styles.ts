import type { Face } from '#server/platform/fonts.ts'
import { ink } from './paper.ts'

export interface Style {
  face: Face
  size: number
  /** Line height in points. */
  leading: number
  colour: string
  /** The target of a link. */
  href?: string
}

const text = (face: Face, size: number, leading: number, colour: string = ink.text): Style => {
  return { face, size, leading, colour }
}

export const styles = {
  body: text('text', 10.8, 16.4),
  quote: text('textItalic', 10.8, 16.4, ink.muted),
  code: text('label', 9.4, 14),
  cell: text('text', 9.6, 13.4),
  head: text('labelBold', 8.8, 12.4, ink.leaf),
  caption: text('label', 8.8, 12.6, ink.muted),
  label: text('label', 9, 13, ink.muted),
  section: text('labelBold', 21, 26, ink.leaf),
  2: text('labelBold', 13.6, 18.5, ink.leaf),
  3: text('labelBold', 11.4, 16, ink.text),
  4: text('label', 11, 16, ink.text),
  summary: text('textItalic', 12.6, 19, ink.text),
  author: text('labelBold', 10.5, 15),
  entry: text('labelBold', 11, 16),
  subentry: text('text', 10, 14.4, ink.muted),
} satisfies Record<string, Style>

const bold: Partial<Record<Face, Face>> = { text: 'textBold', textItalic: 'textBoldItalic', label: 'labelBold' }
const italic: Partial<Record<Face, Face>> = { text: 'textItalic', textBold: 'textBoldItalic' }

export const inBold = (style: Style): Style => ({ ...style, face: bold[style.face] ?? style.face })
/** Golos Text has no italic. */
export const inItalic = (style: Style): Style => ({ ...style, face: italic[style.face] ?? style.face })
