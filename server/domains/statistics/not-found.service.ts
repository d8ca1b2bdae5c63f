import { readOfferQuery } from '#contract/saved-searches.ts'
import type { offerSearch } from '#server/domains/offers/search/offer-search.service.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { signatures } from '#server/platform/signatures.ts'
import { mondays } from './mondays.ts'
import { addSearcher, findRegionOf } from './not-found.queries.ts'
import { textOf } from './searched-text.ts'
import { isRobot, type Visitor, visitorOf } from './visitors.ts'

/** Who names more regions than this does not look in their own. */
const mostRegions = 5

interface NotFoundDeps {
  db: Db
  secret: string
  search: Pick<ReturnType<typeof offerSearch>, 'findMissing'>
}

interface Search extends Visitor {
  actor: Actor | null
  /** Query string of `/api/offers/`, parsed once. */
  query: string
}

/**
 * Returns a function that counts a search without results for its region, once a week for each person. It runs the
 * search itself, because anybody can call it.
 */
export function notFoundCounter({ db, secret, search }: NotFoundDeps) {
  // A key of its own: these hashes cannot be compared with those of views.
  const { sign } = signatures(secret, 'searchers')

  return async ({ actor, query: text, ip, browser }: Search): Promise<void> => {
    if (isRobot(browser)) return
    const query = readOfferQuery(text)
    if (!query.search && query.plant.length === 0) return
    const missing = await search.findMissing(query)
    // What one company does not have is no news for the others.
    if (!missing || missing.filters.company.length > 0) return
    const [plantId, ...others] = missing.plantIds
    const what =
      plantId !== undefined && others.length === 0
        ? { plantId, text: '' }
        : { plantId: null, text: textOf(missing.words, query.search ?? '') }
    if (what.text === null) return
    const { region } = missing.filters
    const asked = region.length > 0 ? region : missing.place ? [missing.place.region.id] : []
    if (asked.length === 0 || asked.length > mostRegions) return

    const [lookups, own] = await Promise.all([
      readAllLookups(db),
      actor?.companyId ? findRegionOf(db, actor.companyId) : null,
    ])
    const known = asked.map(id => lookups.byId(id)).flatMap(entry => (entry?.kind === 'region' ? [entry.id] : []))
    const [week = ''] = mondays(1)
    const person = sign(`${week} ${actor ? actor.id : visitorOf({ ip, browser })}`)
    for (const regionId of new Set(known)) {
      // Companies do not raise the numbers that they read.
      if (regionId !== own) await addSearcher(db, { regionId, week, ...what, text: what.text, person })
    }
  }
}
