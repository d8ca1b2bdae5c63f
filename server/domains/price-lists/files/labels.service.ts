import { checkCompany } from '#server/domains/companies/companies.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { paperNumber } from '#server/platform/print/paper-figures.ts'
import type { Label } from './labels-on-paper.ts'
import { listPublishedSizes } from './price-list-files.queries.ts'
import { printInThread } from './print-in-thread.ts'
import { sectionsOf } from './published-list.ts'

/** Labels of one file: some forty sheets. */
export const labelsMax = 560

/**
 * Sheets of labels for the yard, a label for each published size, those beyond the bound left out; `products`: of these
 * alone. Throws NOT_FOUND for an unknown company, FORBIDDEN for strangers, CONFLICT while there is nothing to print.
 */
export async function printLabelsOf(
  { db, publicUrl }: { db: Db; publicUrl: string },
  actor: Actor,
  companyId: number,
  { products, offset }: { products: number[]; offset: number },
): Promise<{ name: string; print: () => Promise<Buffer> }> {
  const company = await checkCompany(db, companyId)
  if (actor.companyId !== companyId) throw new AppError('FORBIDDEN', 'Этикетки печатают сотрудники компании.')
  const rows = await listPublishedSizes(db, companyId, { limit: labelsMax, offset, products })
  const labels = sectionsOf(rows)
    .flatMap(section => section.products)
    .flatMap(product =>
      product.variants.map((variant): Label => ({
        name: product.name,
        latinName: product.latin_name,
        size: [variant.label, variant.sku === null ? '' : `арт.\u00a0${variant.sku}`].filter(Boolean).join(' · '),
        price: variant.price === null ? 'Цена по запросу' : `${paperNumber.format(variant.price)}\u00a0₽`,
        address: publicUrl + product.get_absolute_url,
      })),
    )
  if (labels.length === 0) throw new AppError('CONFLICT', 'Печатать нечего: опубликованных растений с размерами нет.')
  return {
    name: `Этикетки, ${company.name}`,
    print: () => printInThread({ labels: { company: company.name, labels, printedAt: new Date() } }),
  }
}
