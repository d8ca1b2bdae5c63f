import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { PublishedList } from '#contract/price-lists.ts'
import { personScope } from '#server/domains/accounts/accounts.scopes.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { getTeamFor } from '#server/domains/companies/companies.service.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import { companySizesScope } from '#server/domains/products/products.scopes.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Computed, ContentChanges, Scope } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { countPublishedSizes, findShownCompany, listPublishedSizes } from './price-list-files.queries.ts'
import { printInThread } from './print-in-thread.ts'
import { sectionsOf } from './published-list.ts'

/** The maximum number of printed variants, about 70 pages. All of them are in the table. */
export const printedSizes = 2000

/** The maximum number of PDFs waiting to be printed. Each takes up to some seconds. */
const mostWaiting = 8

/** The maximum size of all cached PDFs in bytes. */
const keptBytes = 16 * 1024 * 1024

/** The scopes on which a company's published list depends. */
export const publishedListScopes = (companyId: number): Scope[] => [
  companyScope(companyId),
  companySizesScope(companyId),
  categoriesScope,
]

export interface PrintedList {
  name: string
  content: Buffer
  etag: string
}

/** A page of a company's published variants. Throws NOT_FOUND if the company is unknown or blocked. */
export async function getPublishedList(
  db: Db,
  companyId: number,
  page: PageRequest,
  address: string,
): Promise<PublishedList> {
  if ((await findShownCompany(db, companyId)) === undefined) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  const { sizes, updatedAt } = await countPublishedSizes(db, companyId)
  const links = pageLinks(address, page, sizes)
  const results = sectionsOf(await listPublishedSizes(db, companyId, pageRange(page)))
  return { ...links, updated_at: updatedAt?.toISOString() ?? null, results }
}

interface PrinterDeps {
  db: Db
  media: MediaStore
  changes: ContentChanges
  publicUrl: string
}

/**
 * Prints published lists as PDF, one at a time, and caches them while their content is unchanged. Throws
 * TOO_MANY_REQUESTS if too many are waiting.
 */
export function listPrinter({ db, media, changes, publicUrl }: PrinterDeps) {
  const kept = new LRUCache<number, Computed & PrintedList>({
    maxSize: keptBytes,
    sizeCalculation: ({ content }) => content.length,
  })
  const underWay = new Map<number, { state: number; printed: Promise<PrintedList> }>()
  const printing = pLimit(1)

  async function print(companyId: number): Promise<PrintedList & { scopes: Scope[] }> {
    // Read as a visitor, because the file is the same for everybody.
    const team = await getTeamFor({ db, media }, null, companyId)
    const { sizes, updatedAt } = await countPublishedSizes(db, companyId)
    const rows = await listPublishedSizes(db, companyId, { limit: printedSizes, offset: 0 })
    const place = team.place ? `${team.place.name}, ${team.place.region.name}` : team.team_city?.name
    const emails = team.members.map(({ email }) => email).filter(Boolean)
    const list = {
      company: team.company_name,
      contacts: [
        [team.team_phone, ...emails.slice(0, 3), team.website].filter(Boolean).join(' · '),
        [place, team.team_address].filter(Boolean).join(', '),
        `ИНН ${team.team_zipcode}`,
      ].filter(Boolean),
      sections: sectionsOf(rows),
      updatedAt,
      left: Math.max(0, sizes - rows.length),
      address: `${publicUrl}/teams/get_current_team/${companyId}/price-list`,
    }
    const content = await printInThread({ list })
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    const scopes = [...publishedListScopes(companyId), lookupsScope, ...team.members.map(({ id }) => personScope(id))]
    return { name: `Прайс-лист, ${team.company_name}`, content, etag, scopes }
  }

  async function printAndKeep(companyId: number): Promise<PrintedList> {
    const state = changes.known()
    const printed = await print(companyId)
    kept.set(companyId, { ...printed, state })
    return printed
  }

  return async (companyId: number): Promise<PrintedList> => {
    const asked = await changes.current()
    const known = kept.get(companyId)
    if (known && changes.holds(known)) return known
    const other = underWay.get(companyId)
    // A print that started before this state may be outdated.
    if (other && other.state >= asked) return other.printed
    if (printing.pendingCount >= mostWaiting) {
      throw new AppError('TOO_MANY_REQUESTS', 'Сейчас печатается много прайс-листов.', undefined, 10)
    }
    const state = changes.known()
    const printed = printing(() => printAndKeep(companyId)).finally(() => {
      if (underWay.get(companyId)?.printed === printed) underWay.delete(companyId)
    })
    underWay.set(companyId, { state, printed })
    return printed
  }
}
