import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const faces = {
  text: 'lora/400Regular/Lora_400Regular.ttf',
  textItalic: 'lora/400Regular_Italic/Lora_400Regular_Italic.ttf',
  textBold: 'lora/600SemiBold/Lora_600SemiBold.ttf',
  textBoldItalic: 'lora/600SemiBold_Italic/Lora_600SemiBold_Italic.ttf',
  label: 'golos-text/400Regular/GolosText_400Regular.ttf',
  labelBold: 'golos-text/600SemiBold/GolosText_600SemiBold.ttf',
} as const

/** The site's typefaces with all their glyphs: Lora for texts, Golos Text for headings and labels. */
export type Face = keyof typeof faces
export const allFaces = Object.keys(faces) as Face[]

const read = new Map<Face, Buffer>()

/** The TrueType file of a face. */
export function fontFile(face: Face): Buffer {
  const known = read.get(face)
  if (known) return known
  const content = readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${faces[face]}`)))
  read.set(face, content)
  return content
}
