// What the parts of a workbook say and the library that reads them does not report.
import { tableLimits } from './cells.ts'

/** The value of a formula that was written into the file without one, as programs do that cannot calculate. */
export const unsavedFormula = '#formula-without-value'

/** A cell with a formula and no value. One whose value is an empty text says so (`t="str"`). */
const withoutValue =
  /<((?:\w{1,20}:)?c)\b([^<>]*)>(<(?:\w{1,20}:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/[^<>]*>))(?:<(?:\w{1,20}:)?v\s*(?:\/>|><\/[^<>]*>))?<\/\1>/g

/** The XML of a sheet in which cells with a formula and no value have one that says so; otherwise they would be empty. */
export const withFormulasTold = (sheet: string): string =>
  sheet.replaceAll(withoutValue, (cell, tag: string, attributes: string, formula: string) => {
    if (/\st="(?!n")/.test(attributes)) return cell
    const prefix = tag.slice(0, -1)
    const others = attributes.replace(/\st="n"/, '')
    return `<${tag}${others} t="str">${formula}<${prefix}v>${unsavedFormula}</${prefix}v></${tag}>`
  })

const tableOrRow = /<table:table[\s>]|<table:table-row\b[^<>]*>/g

/** The rows of each sheet of an ods that are hidden, by hand or by a filter; `content`: its XML. */
export function hiddenRowsIn(content: string): Set<number>[] {
  const sheets: Set<number>[] = []
  let row = 0
  for (const [tag] of content.matchAll(tableOrRow)) {
    if (!tag.startsWith('<table:table-row')) {
      sheets.push(new Set())
      row = 0
      continue
    }
    const next = row + Number(/\stable:number-rows-repeated="(\d{1,7})"/.exec(tag)?.[1] ?? 1)
    const isHidden = /\stable:visibility="(?:collapse|filter)"/.test(tag)
    for (; isHidden && row < Math.min(next, tableLimits.rows); row++) sheets.at(-1)?.add(row)
    row = next
  }
  return sheets
}
