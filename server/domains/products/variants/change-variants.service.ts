import type { FieldErrors } from '#contract/errors.ts'
import { dateError, type VariantChange } from '#contract/variants.ts'
import { lockCompany } from '#server/domains/companies/companies.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canEditProduct } from '#server/policy/catalogue.ts'
import { listWithSiblings, type OfferColumns, writeDerived, writeOffers } from './change-variants.queries.ts'
import { cheapestOf, derivedColumns } from './derived-columns.ts'
import { packagingOf } from './variant-form.ts'
import type { VariantRow } from './variants.tables.ts'

const mostKopecks = 2_000_000_000

/**
 * A price changed by a percentage, rounded to whole rubles; below 10 ₽ to tens of kopecks. Never less than one such
 * step.
 */
export function changedPrice(kopecks: number, percent: number): number {
  const exact = (kopecks * (100 + percent)) / 100
  const step = exact < 1000 ? 10 : 100
  return kopecks === 0 ? 0 : Math.min(mostKopecks, Math.max(step, Math.round(exact / step) * step))
}

const byPercent = (row: VariantRow, percent: number): VariantRow => ({
  ...row,
  priceKopecks: row.priceKopecks === null ? null : changedPrice(row.priceKopecks, percent),
  priceTiers: row.priceTiers.map(tier => ({ ...tier, priceKopecks: changedPrice(tier.priceKopecks, percent) })),
})

/** The row with the submitted fields; a new stock status clears the quantity and the date of the previous one. */
function withFields(row: VariantRow, { price, ...sent }: VariantChange): VariantRow {
  const stock = sent.stock ?? row.stock
  const isOther = stock !== row.stock
  return {
    ...row,
    ...(price === undefined ? {} : { priceKopecks: price === null ? null : Math.round(price * 100) }),
    stock,
    stockQuantity: sent.stock_quantity === undefined ? (isOther ? null : row.stockQuantity) : sent.stock_quantity,
    stockIsMinimum: sent.stock_is_minimum ?? (isOther ? false : row.stockIsMinimum),
    availableFrom:
      sent.available_from === undefined ? (stock === 'expected' ? row.availableFrom : null) : sent.available_from,
  }
}

interface Changes {
  changes?: VariantChange[] | undefined
  ids?: number[] | undefined
  price_percent?: number | null | undefined
}

/**
 * Changes prices and stock of variants of the actor's company, all or none, and the derived columns of their products;
 * the number of statements does not depend on the number of variants. Variants of others, and of products assigned to
 * another employee, are left unchanged and not counted. Throws FORBIDDEN if the actor has no company, INVALID_INPUT for
 * `expected` without a date.
 */
export async function changeVariants(db: Db, actor: Actor, { changes, ids = [], price_percent: percent }: Changes) {
  const { companyId } = actor
  if (companyId === null) throw new AppError('FORBIDDEN', 'Цены меняет компания.')
  const sent = new Map(changes?.map((change, index) => [change.id, { change, index }]))
  const named = new Set(changes ? sent.keys() : ids)
  return db.transaction(async tx => {
    await shareReference(tx)
    await lockCompany(tx, companyId)
    const rows = (await listWithSiblings(tx, actor.id, [...named])).filter(({ product, creatorId }) =>
      canEditProduct(actor, { ...product, creatorId }),
    )
    const errors: FieldErrors = {}
    const after = rows.map(({ variant, product }) => {
      if (!named.has(variant.id)) return { variant, product }
      const given = sent.get(variant.id)
      if (!given) return { variant: byPercent(variant, percent ?? 0), product }
      const changed = withFields(variant, given.change)
      if (changed.stock === 'expected' && changed.availableFrom === null) {
        errors[`changes.${given.index}.available_from`] = fieldError(dateError.message, dateError.params.code)
      }
      return { variant: changed, product }
    })
    if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
    const offers: OfferColumns[] = after.map(({ variant }) => variant).filter(({ id }) => named.has(id))
    if (offers.length === 0) return { changed: 0 }
    await writeOffers(tx, offers)
    const lookups = await readAllLookups(tx)
    const products = [...Map.groupBy(after, ({ product }) => product.id).values()].map(list => {
      const [first] = list
      if (!first) throw new Error('a group is never empty')
      const variants = list.map(({ variant }) => variant)
      const { priceKopecks, priceIsFrom, isSoldOut } = derivedColumns(variants)
      const packaging = packagingOf(cheapestOf(variants), lookups, { product: first.product })
      return { id: first.product.id, priceKopecks, priceIsFrom, isSoldOut, ...packaging }
    })
    await writeDerived(tx, products)
    return { changed: offers.length }
  })
}
