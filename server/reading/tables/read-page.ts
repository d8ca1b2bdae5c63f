import { Parser } from 'htmlparser2'
import { onOrderWords, soldOutWords } from '#server/reading/lines/stock-words.ts'
import { type Sheet, type TableCounter, tableLimits } from './cells.ts'
import { documentRows } from './document-rows.ts'
import { nesting } from './nesting.ts'
import { decodeText } from './read-text-table.ts'

/** Bytes in which a page names its encoding. */
const headBytes = 4096

/** What is not text of the page. */
const unseen = new Set(
  // Struck out is what no longer holds, such as a former price.
  'del s strike script style title template noscript iframe object svg math select textarea button datalist'.split(' '),
)
/** «Под заказ» on the button of a shop, where others have «В корзину». */
const stockOnButton = new RegExp(`^\\s*(?:${soldOutWords}|${onOrderWords})`, 'iu')
/** More of a button is not looked at. */
const longestButton = 100

/** Elements that begin and end a line. */
const lines = new Set(
  `address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hr li main nav ol p pre section summary ul`.split(/\s+/),
)

/** The text of a page: in the encoding that it has, if it is UTF, and otherwise in that which it names. */
function decodePage(bytes: Buffer): string {
  const [, named = ''] = /charset\s*=\s*["']?\s*([\w-]{1,30})/i.exec(bytes.toString('latin1', 0, headBytes)) ?? []
  return decodeText(bytes, named)
}

/** How many rows or columns a cell extends over. */
const spanned = (value: string | undefined, most: number) =>
  Math.min(most, Math.max(1, Number.parseInt(value ?? '', 10) || 1))

/** Reads the tables and the text of an HTML page. Throws UnreadableTable. */
export function readPage(bytes: Buffer, counter: TableCounter): Sheet[] {
  const rows = documentRows(counter)
  const nested = nesting(rows)
  let button: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'button' && !nested.isUnseen()) button = ''
      nested.open(unseen.has(name))
      if (nested.isUnseen()) return
      if (name === 'table') rows.beginTable()
      else if (name === 'tr') rows.beginRow()
      else if (name === 'td' || name === 'th') {
        rows.beginCell()
        rows.extendCell({
          columns: spanned(attributes.colspan, tableLimits.columns),
          // `rowspan="0"`: to the end of the table.
          rows: attributes.rowspan === '0' ? tableLimits.rows : spanned(attributes.rowspan, tableLimits.rows),
        })
      } else if (name === 'br' || lines.has(name)) rows.endLine()
    },
    ontext(text) {
      const written = text.replaceAll(/[ \t\r\n\f]+/g, ' ')
      if (!nested.isUnseen()) rows.write(written)
      else if (button !== null && button.length < longestButton) button += written
    },
    onclosetag(name) {
      const isShown = !nested.isUnseen()
      nested.close()
      if (name === 'button' && button !== null && !nested.isUnseen()) {
        if (stockOnButton.test(button)) rows.write(button)
        button = null
      }
      if (!isShown) return
      if (name === 'table') rows.endTable()
      else if (name === 'tr') rows.endRow()
      else if (name === 'td' || name === 'th') rows.endCell()
      else if (lines.has(name)) rows.endLine()
    },
  })
  parser.write(decodePage(bytes))
  parser.end()
  return rows.finish()
}
