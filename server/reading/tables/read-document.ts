import { StringDecoder } from 'node:string_decoder'
import { Parser } from 'htmlparser2'
import type { Archive } from '#server/platform/media/unpack-zip.ts'
import { refuseDamaged, type Sheet, type TableCounter } from './cells.ts'
import { documentRows } from './document-rows.ts'
import { nesting } from './nesting.ts'

/** The part of a DOCX file with its text. */
export const documentPart = 'word/document.xml'

/** Bytes that are decoded at a time. */
const pieceBytes = 64 * 1024
/** Columns that a cell may say that it extends over; Word has 63. */
const spanned = (value: string | undefined) => Math.min(1000, Math.max(0, Math.trunc(Number(value)) || 0))

/** Text that Word does not show: what was moved away, and the copy of a text box for old programs. */
const unseen = new Set(['w:moveFrom', 'mc:Fallback'])

/** Reads the tables and paragraphs of a DOCX file. Throws UnreadableTable. */
export function readDocument(archive: Archive, counter: TableCounter): Sheet[] {
  const bytes = archive.read(documentPart)
  const rows = documentRows(counter)
  const nested = nesting(rows)
  let isText = false
  let isDocument = false

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        nested.open(unseen.has(name))
        if (nested.isUnseen()) return
        const value = attributes['w:val']
        switch (name) {
          case 'w:body':
            isDocument = true
            break
          case 'w:tbl':
            rows.beginTable()
            break
          case 'w:tr':
            rows.beginRow()
            break
          case 'w:gridBefore':
            rows.skipColumns(spanned(value))
            break
          case 'w:tc':
            rows.beginCell()
            break
          case 'w:gridSpan':
            rows.extendCell({ columns: Math.max(1, spanned(value)) })
            break
          case 'w:vMerge':
            if (value !== 'restart') rows.extendCell({ isContinued: true })
            break
          case 'w:p':
            // A text box stands inside a paragraph and has paragraphs of its own.
            rows.endLine()
            break
          case 'w:t':
            isText = true
            break
          case 'w:tab':
            rows.write('\t')
            break
          case 'w:br':
          case 'w:cr':
            rows.endLine()
            break
          case 'w:noBreakHyphen':
            rows.write('-')
        }
      },
      ontext(text) {
        if (isText && !nested.isUnseen()) rows.write(text)
      },
      onclosetag(name) {
        const isShown = !nested.isUnseen()
        nested.close()
        if (name === 'w:t') isText = false
        if (!isShown) return
        if (name === 'w:p') rows.endLine()
        else if (name === 'w:tc') rows.endCell()
        else if (name === 'w:tr') rows.endRow()
        else if (name === 'w:tbl') rows.endTable()
      },
    },
    { xmlMode: true },
  )
  const decoder = new StringDecoder('utf8')
  for (let at = 0; at < bytes.length; at += pieceBytes) parser.write(decoder.write(bytes.subarray(at, at + pieceBytes)))
  parser.end(decoder.end())
  return isDocument ? rows.finish() : refuseDamaged()
}
