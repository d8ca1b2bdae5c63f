// The words of a name that went into fields leave it, with the signs and little words that stood around them.
import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'

/** «( )», «(цена за )», «/шт»: what stood around a price, a stock or a size that was taken from its name. */
const emptied =
  /\((?:[\s,;:.\p{Pd}/|]|(?:цена|за|по|при|от|в|шт|штук[аиу]?)(?![\p{L}\d]))*\)|\/\s?(?:шт|экз|штук[ауи]?)(?!\p{L})\.?/giu

/** Nothing longer is looked at. */
const longestName = 400

/** A name from which something was taken, without what that has left behind. */
export const tidied = (name: string) =>
  name
    .slice(0, longestName)
    .replaceAll(emptied, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[ ,;:\p{Pd}/|]+/u, '')
    .replace(/(?:[ ,;:/|(]|(?<= )\p{Pd})+$/u, '')

/** A name without its price and stock: «Ясень под заказ», «Астильба - 1 100 ₽/шт»; as it is if it states none. */
export function withoutAmounts(name: string): string {
  const { amounts, left } = takeAmounts(withPriceApart(name))
  return Object.keys(amounts).length === 0 ? name : tidied(left.replaceAll(' ; ', ' '))
}
