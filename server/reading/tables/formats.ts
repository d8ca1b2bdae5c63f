import { asXlsx } from './cells.ts'
import { decodeText } from './read-text-table.ts'

/** `archive`: of spreadsheets and documents; `ole`: an old workbook; `page`: HTML, under whatever name. */
export type Format = 'archive' | 'ole' | 'pdf' | 'page' | 'text'

/** Bytes in which a file says what it is. */
const headBytes = 2000

const tags = 'html|head|body|meta|title|style|table|thead|tbody|tr|div|center|p|span|font|h[1-6]|ul|ol|br'
const page = new RegExp(
  String.raw`^\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype\s+html|${tags})\b`,
  'i',
)

/** The format that a file's content shows; its name may say another. What is nothing else is text. */
export function formatOf(bytes: Buffer): Format {
  const begins = bytes.toString('latin1', 0, 8)
  if (begins.startsWith('PK\x03\x04') || begins.startsWith('PK\x05\x06')) return 'archive'
  if (begins === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return 'ole'
  // Programs may write something before it.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  return page.test(decodeText(bytes.subarray(0, headBytes)).replace(/^\ufeff/, '')) ? 'page' : 'text'
}

/** Files that are not read, by how they begin, and what to do instead. */
const others: [begins: RegExp, sentence: string][] = [
  [
    /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP|II\*\0|MM\0\*|[^]{4}ftyp(?:hei|mif|avif)|\s*(?:<\?xml[^>]*>\s*)?<svg\b)/,
    'Это картинка, а не таблица. Пришлите файл, с которого она снята, или перепишите список текстом.',
  ],
  [/^(?:Rar!|7z\xbc\xaf)/, 'Это архив. Распакуйте его и загрузите саму таблицу.'],
  [/^\s*\{\\rtf/, 'Это документ RTF: откройте его в Word или LibreOffice и сохраните как docx.'],
  [/^ID;P/, `Это таблица в формате SYLK: ${asXlsx}`],
  [/^TABLE\r?\n0,1/, `Это таблица в формате DIF: ${asXlsx}`],
  [/^(?:From:|MIME-Version:)/i, `Это веб-архив: ${asXlsx}`],
  [/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype)\b/i, `Это файл XML: ${asXlsx}`],
]

/** Why a file of a kind that is not read is refused, as a sentence for its owner; otherwise null. */
export function refusalOf(bytes: Buffer): string | null {
  const begins = bytes.toString('latin1', 0, 200)
  return others.find(([pattern]) => pattern.test(begins))?.[1] ?? null
}
