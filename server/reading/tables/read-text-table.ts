import { alignedRows } from './aligned-text.ts'
import { asRead, onlySheet, refuse, refuseUnknown, type Sheet, type TableCounter, tooMuchText } from './cells.ts'
import { countedRows } from './document-rows.ts'

/** Recognizes UTF-16 without a byte order mark by its many zero bytes. */
function isWide(bytes: Buffer, at: 0 | 1): boolean {
  const sample = bytes.subarray(0, 4000)
  let empty = 0
  let others = 0
  for (let index = 0; index + 1 < sample.length; index += 2) {
    if ((sample[index + at] ?? 0) <= 4) empty++
    if ((sample[index + 1 - at] ?? 0) === 0) others++
  }
  return empty * 2 > sample.length * 0.9 && others < empty / 20
}

/** A decoder of the encoding that has this name; of windows-1251 if none has, or UTF. */
function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(/^utf/i.test(name) ? 'windows-1251' : name)
  } catch {
    return new TextDecoder('windows-1251')
  }
}

/**
 * Decodes UTF-8, UTF-16 and windows-1251. `named`: the encoding that a text names itself, which holds if it is not UTF-8
 * or UTF-16, as its bytes show.
 */
export function decodeText(bytes: Buffer, named = ''): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.length > 3 && isWide(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length > 3 && isWide(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoderOf(named).decode(bytes)
  }
}

/**
 * Throws UnreadableTable for binary data. Tables consist mostly of letters, digits and spaces, unlike pictures and
 * programs.
 */
function assertIsText(text: string): void {
  const sample = text.slice(0, 20_000)
  if (sample.includes('\0')) refuseUnknown()
  let strange = 0
  for (const sign of sample) if (/[\p{Cc}\ufffd]/u.test(sign) && !/[\t\r\n]/.test(sign)) strange++
  if (strange * 100 > sample.length) refuseUnknown()
}

const separators = ['\t', ';', ','] as const
type Separator = (typeof separators)[number]

/** Splits a text into records. A quote is special only at the beginning of a cell: 5" is a size. */
function* records(text: string, separator: Separator | null): Generator<string[]> {
  let cells: string[] = []
  let at = 0
  while (at <= text.length) {
    let cell: string
    let end: number
    const close = text[at] === '"' ? closingQuote(text, at, separator) : -1
    if (close >= 0) {
      cell = text.slice(at + 1, close).replaceAll('""', '"')
      end = close + 1
    } else {
      end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
      cell = text.slice(at, end)
    }
    cells.push(cell)
    if (end < text.length && text[end] === separator) {
      at = end + 1
      continue
    }
    yield cells
    cells = []
    if (text[end] === '\r' && text[end + 1] === '\n') end++
    at = end + 1
    if (at >= text.length) return
  }
}

/** The end of the quoted cell that begins here; -1 if the quote is an ordinary character. */
function closingQuote(text: string, open: number, separator: Separator | null): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at++
    else {
      const after = text[at + 1]
      return after === undefined || after === separator || after === '\n' || after === '\r' ? at : -1
    }
  }
  return -1
}

/** The number of records from which the separator is guessed. */
const sampled = 300

/** Whether most lines are divided by more dashes between spaces than by commas. */
function areDashed(text: string): boolean {
  const lines = text.split(/[\r\n]+/u, sampled).filter(line => line.trim() !== '')
  const dashed = lines.filter(line => {
    // «Сирень, 80-100 см ........ 300 р.»
    if (/\S\s*\.{4,}\s*\S/u.test(line)) return true
    const dashes = line.match(/\s[\p{Pd}−|]\s/gu)?.length ?? 0
    return dashes >= 2 && dashes > (line.match(/,\s/gu)?.length ?? 0)
  })
  return dashed.length >= lines.length * 0.6
}

/** The separator that splits most records into the same number of cells; null if none does. */
export function findSeparator(text: string): Separator | null {
  const named = /^sep=([;,\t])\r?\n/i.exec(text)?.[1]
  if (named) return named as Separator
  let best: { separator: Separator; score: number } | null = null
  for (const separator of separators) {
    const widths: number[] = []
    // «155,-» is a price.
    const sample = text.slice(0, 200_000)
    for (const record of records(
      separator === ',' ? sample.replaceAll(/(?<=\d),(?=[-–—])/gu, '.') : sample,
      separator,
    )) {
      if (record.length > 1 || record.some(cell => cell.trim() !== '')) widths.push(record.length)
      if (widths.length >= sampled) break
    }
    const cut = widths.filter(width => width > 1)
    const usual = [...Map.groupBy(cut, width => width).values()].toSorted((one, other) => other.length - one.length)[0]
    const steady = (usual?.length ?? 0) / Math.max(1, widths.length)
    const share = cut.length / Math.max(1, widths.length)
    // Commas occur within texts and numbers, so they must split nearly all records alike.
    const isLikely = separator === ',' ? steady >= 0.6 && !areDashed(sample) : share >= 0.3
    // A semicolon within quoted cells splits lines into now two, now three.
    const score = separator === ',' ? steady * 0.9 : separator === ';' ? (share * (1 + steady)) / 2 : share * 1.1
    if (isLikely && score > (best?.score ?? 0)) best = { separator, score }
  }
  return best?.separator ?? null
}

/** Stands for a comma that separates nothing while records are split; a private character, of which no text has any. */
const innerComma = '\u{E000}'

/**
 * Where nearly all commas are followed by a space, only these separate: «С7,5, 60-80 см, 1550». Lines that are divided by
 * dashes instead have their commas within names.
 */
function withInnerCommas(text: string, separator: Separator | null): string {
  if (separator !== ',') return text
  const sample = text.slice(0, 200_000)
  const commas = sample.match(/,(?=\S)/gu)?.length ?? 0
  const spaced = sample.match(/,(?=[^\S\n])/gu)?.length ?? 0
  return spaced >= commas * 2 ? text.replaceAll(/(?<=\d),(?=\d)/gu, innerComma) : text
}

/** Reads CSV and TSV. Throws UnreadableTable. */
export function readTextTable(bytes: Buffer, counter: TableCounter): Sheet[] {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  assertIsText(text)
  if (text.length > counter.bounds.text) refuse(tooMuchText(counter.bounds))
  const separator = findSeparator(text)
  const { rows, addRow } = countedRows(counter)
  const aligned = separator === null ? alignedRows(text) : null
  for (const record of aligned ?? records(withInnerCommas(text, separator), separator))
    addRow(record.map(written => (written === '' ? '' : asRead(written.replaceAll(innerComma, ',')))))
  return [{ name: onlySheet, isHidden: false, rows, merges: [] }]
}
