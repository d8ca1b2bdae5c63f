import { inFaces } from './letters.ts'
import type { Style } from './styles.ts'

/** Text in one style; `null` starts a new line. */
export type Run = { text: string; style: Style } | null

export function plainRuns(text: string, style: Style): Run[] {
  return inFaces(text, style.face).map(piece => ({
    text: piece.text,
    style: piece.face === style.face ? style : { ...style, face: piece.face },
  }))
}
