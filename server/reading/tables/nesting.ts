import { refuse } from './cells.ts'
import type { DocumentRows } from './document-rows.ts'

/** Elements, and tables, inside each other: documents that people write have a tenth of that. */
const deepest = { elements: 1000, tables: 30 }

/**
 * Follows how deep the elements of a document stand inside each other. Throws UnreadableTable where it is deeper than
 * anybody writes: the parser's time grows with the depth.
 */
export function nesting(rows: DocumentRows) {
  let depth = 0
  /** The depth of the outermost element around here whose text nobody sees; 0: there is none. */
  let unseenFrom = 0
  return {
    open(isUnseen: boolean) {
      depth++
      if (isUnseen && unseenFrom === 0) unseenFrom = depth
      if (depth > deepest.elements || rows.depth() > deepest.tables) {
        refuse('В файле слишком много вложенных друг в друга частей: скопируйте список в таблицу и сохраните как xlsx.')
      }
    },
    close() {
      if (unseenFrom === depth) unseenFrom = 0
      depth--
    },
    isUnseen: () => unseenFrom > 0,
  }
}
