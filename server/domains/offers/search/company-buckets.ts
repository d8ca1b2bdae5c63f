import { companiesScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import { companySizesScope } from '#server/domains/products/products.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import {
  type Computed,
  type ContentChanges,
  cachedWhileUnchanged,
} from '#server/platform/http/cache/content-changes.ts'
import { countBucketsOfCompanies, listCompanyIds, type OfferBucket } from './offer-search.queries.ts'

/** Companies that are counted with one statement: some hundred thousand offers at most. */
const companiesAtOnce = 20

interface Counted extends Computed {
  buckets: OfferBucket[]
}

/**
 * How many offers there are of each kind, company by company. What one company changes is counted anew for that company
 * alone, so that the counts of all follow every edit without counting all again.
 */
export function companyBuckets({ db, changes }: { db: Db; changes: ContentChanges }) {
  const kept = new Map<number, Counted>()
  const companyIds = cachedWhileUnchanged(changes, [companiesScope], () => listCompanyIds(db))
  let running: Promise<void> | null = null

  const isCurrent = (id: number) => {
    const counted = kept.get(id)
    return counted !== undefined && changes.holds(counted)
  }

  async function count(ids: number[]): Promise<void> {
    const state = changes.known()
    const byCompany = Map.groupBy(await countBucketsOfCompanies(db, ids), ({ companyId }) => companyId)
    for (const id of ids) {
      const scopes = [companySizesScope(id), companyScope(id), categoriesScope]
      kept.set(id, { state, scopes, buckets: byCompany.get(id) ?? [] })
    }
  }

  /** Some at a time: what has been counted stays when the one who waits for it gives up. */
  async function countAll(ids: number[]): Promise<void> {
    for (let first = 0; first < ids.length; first += companiesAtOnce)
      await withBudget(requestBudget, () => count(ids.slice(first, first + companiesAtOnce)))
  }

  /** The buckets of these companies, or of all. */
  return async function bucketsOf(wanted: number[]): Promise<OfferBucket[]> {
    const all = await companyIds()
    const ids = wanted.length > 0 ? all.filter(id => wanted.includes(id)) : all
    // What others began to count may be too old for this caller by now, and is looked at again.
    for (
      let outdated = ids.filter(id => !isCurrent(id));
      outdated.length > 0;
      outdated = ids.filter(id => !isCurrent(id))
    ) {
      running ??= countAll(outdated).finally(() => {
        running = null
      })
      await spend(running)
    }
    for (const id of kept.keys()) if (wanted.length === 0 && !all.includes(id)) kept.delete(id)
    return ids.flatMap(id => kept.get(id)?.buckets ?? [])
  }
}
