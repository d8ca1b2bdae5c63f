import { create, type Font } from 'fontkit'
import { type Face, fontFile } from '#server/platform/fonts.ts'

const fonts = new Map<Face, Font>()
const substitutes: Record<Face, Face> = {
  text: 'label',
  textItalic: 'label',
  textBold: 'labelBold',
  textBoldItalic: 'labelBold',
  label: 'text',
  labelBold: 'textBold',
}

function has(face: Face, letter: string): boolean {
  const font = fonts.get(face) ?? (create(fontFile(face)) as Font)
  fonts.set(face, font)
  return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}

/** Characters that every face has. */
const plain = /^[\p{Script=Cyrillic}\w\s.,:;!?«»„“”"'’()[\]—–+%/*#№°×-]*$/u
const cyrillicBeyondRussian = /[^\P{Script=Cyrillic}а-яёА-ЯЁ]/u

/** A text in pieces, each in a face that has its glyphs: the other typeface may have a glyph that the wanted one lacks. */
export function inFaces(text: string, face: Face): { text: string; face: Face }[] {
  if (plain.test(text) && !cyrillicBeyondRussian.test(text)) return [{ text, face }]
  const pieces: { text: string; face: Face }[] = []
  for (const letter of text) {
    const fits = has(face, letter) || !has(substitutes[face], letter) ? face : substitutes[face]
    const last = pieces.at(-1)
    if (last?.face === fits) last.text += letter
    else pieces.push({ text: letter, face: fits })
  }
  return pieces
}
