// «Контейнер С5 — всё по 1200 руб (от 10 шт — 1050):»: a line that says what the plants below it cost.
import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { LineOffer } from './offers-of-a-line.ts'

/** Nothing longer heads plants, or names some. */
const longestLine = 300

const pricedFor = /(?<!\p{L})по\s+(\d{1,3}(?:[ \u00A0]\d{3})+|\d{2,6})\s?(?:₽|р(?:уб\p{L}*)?(?!\p{L})\.?)/iu
const holdsMoney = /\d\s?(?:₽|р(?:уб\p{L}*)?(?!\p{L}))/iu

interface Heading {
  size: string
  price: string
  /** «от 10 шт 1050 руб», as it is read beside a name. */
  tier: string
}

function headingIn(line: string): Heading | null {
  if (line.length > longestLine) return null
  const found = pricedFor.exec(line)
  if (!found) return null
  const before = line.slice(0, found.index).replace(/\s(?:вс[её]|все|любы\p{L}*)\s*$/iu, '')
  const size = before.replaceAll(/^[^\p{L}\d]+|[\s\p{Pd}−:,.]+$/gu, '')
  const { fields, rest } = parseNotation(size)
  // «Сирень по 500 руб» is an offer of its own.
  const isOfSizes = Object.values(fields).some(value => value !== null) && !/\p{L}{4}/u.test(rest)
  if (size !== '' && !isOfSizes) return null
  const [, from = '', many = ''] =
    /(?<!\p{L})от (\d+)\s?шт\p{L}*\.?[\s\p{Pd}−:по]*(\d[\d ]*\d)/iu.exec(line.slice(found.index)) ?? []
  return { size, price: `${found[1] ?? ''} руб`, tier: from === '' ? '' : `от ${from} шт ${many} руб` }
}

/** The names in a line, with what stands in brackets behind each. */
const namesIn = (line: string) =>
  line
    .split(/,\s+(?![^()]*\))/u)
    .map(name => name.replace(/^[^\p{L}\d«"']+/u, '').trim())
    .filter(name => /\p{L}{3}/u.test(name))

/**
 * What lines offer that stand below a line with their price, up to an empty line: nothing in that line itself, and null
 * for all others.
 */
export function offersBelowHeadings(lines: string[]): (LineOffer[] | null)[] {
  let heading: Heading | null = null
  return lines.map(line => {
    const own = headingIn(line)
    if (own || line.trim() === '') {
      heading = own
      return own ? [] : null
    }
    const isPriced = holdsMoney.test(line) || takeAmounts(withPriceApart(line)).amounts.price !== undefined
    if (!heading || line.length > longestLine || isPriced) return null
    const { size, price, tier } = heading
    const offers = namesIn(line).map(name => ({
      name: tier === '' ? name : `${name} ; ${tier}`,
      size,
      price,
      stock: '',
    }))
    return offers.length > 0 ? offers : null
  })
}
