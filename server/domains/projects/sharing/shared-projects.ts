import { LRUCache } from 'lru-cache'
import { projectLimits } from '#contract/project-limits.ts'
import { type SharedProject, sharedProject } from '#contract/projects.ts'
import { type ClientProject, clientProject } from '#contract/shares.ts'
import { companiesScope, companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { allOffers, scopesOfPlants } from '#server/domains/offers/search/offer-scopes.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import { productScope } from '#server/domains/products/products.scopes.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import { requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import {
  type Computed,
  type ContentChanges,
  clockScope,
  type Scope,
} from '#server/platform/http/cache/content-changes.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import { type Written, writerOf } from '#server/platform/http/serialisation.ts'
import { type PresentDeps, presentPart } from '../projects.present.ts'
import { listLines } from '../projects.queries.ts'
import { noSuchProject } from '../projects.service.ts'
import { projectWriter } from '../written-project.ts'
import { clientLineOf, clientVersionOf, hidingOf } from './client-version.ts'
import type { shareTokens } from './share-tokens.ts'
import { findOpened, type OpenedProject } from './shares.queries.ts'
import { untellingLines } from './told-suppliers.ts'

/** Letters of the kept parts of one process. */
const keptLetters = 32 * 1024 * 1024

interface Part extends Computed {
  written: Written<SharedProject> | Written<ClientProject>
}

interface SharedDeps extends PresentDeps {
  changes: ContentChanges
  tokens: ReturnType<typeof shareTokens>
}

const write = projectWriter(sharedProject)
const writeClient = writerOf(clientProject)

/**
 * Projects opened by their addresses, in parts that are kept while neither the project nor anything that they show has
 * changed. Whether the address still opens it is asked each time.
 */
export function sharedProjects({ changes, tokens, ...deps }: SharedDeps) {
  const { db } = deps
  const parts = new LRUCache<string, Part>({
    maxSize: keptLetters,
    sizeCalculation: ({ written }) => written.json.length,
  })
  const underWay = new Map<string, { state: number; part: Promise<Part> }>()

  async function present({ project: row, share }: OpenedProject, page: number, address: string): Promise<Part> {
    const state = changes.known()
    const hiding = hidingOf(share)
    const stored = await listLines(db, row.id)
    const lines = hiding ? await untellingLines(db, stored) : stored
    const range = { page, page_size: projectLimits.sharedLines }
    const links = pageLinks(address, range, lines.length)
    const { offset: from, limit } = pageRange(range)
    const { all, ...project } = await presentPart(deps, row, lines, null, { from, to: from + limit })
    const options = project.lines.flatMap(line => line.options)
    // What stands for a plant that nobody offers may be any.
    const hasSubstitutes = project.lines.some(({ substitutes }) => substitutes.length > 0)
    const scopes: Scope[] = [
      ...[clockScope, categoriesScope, lookupsScope, plantsScope, companiesScope, companyRegionsScope],
      ...(hasSubstitutes ? allOffers : scopesOfPlants([...new Set(all.flatMap(({ plant }) => plant?.id ?? []))])),
      ...options.flatMap(({ product, company }) => [productScope(product.id), companyScope(company.id)]),
      ...project.totals.companies.map(({ company }) => companyScope(company.id)),
    ]
    const ofPart = {
      ...links,
      lines_before: all.slice(0, from).filter(({ state: is }) => is !== 'note').length,
    }
    const written = hiding
      ? writeClient({
          ...clientVersionOf(project, all, hiding),
          ...ofPart,
          lines: project.lines.map(line => clientLineOf(line, hiding)),
        })
      : await write({
          ...project,
          ...ofPart,
          kind: 'full',
          name: share?.title || project.name,
          chosen_count: all.filter(({ chosen }) => chosen !== null).length,
        })
    return { state, scopes: [...new Set(scopes)], written }
  }

  /** Throws NOT_FOUND if the token opens no project, or the project has no such part. */
  return async (token: string, page: number, address: string): Promise<Part['written']> => {
    const shareKey = tokens.keyOf(token)
    const asked = await changes.current()
    const opened = shareKey === null ? undefined : await findOpened(db, shareKey)
    if (!opened) throw noSuchProject()
    const key = `${shareKey} ${opened.version} ${page}`
    const known = parts.get(key)
    if (known && changes.holds(known)) return known.written
    const other = underWay.get(key)
    // One that began before this state may be outdated.
    if (other && other.state >= asked) return (await spend(other.part)).written
    const part = withBudget(requestBudget, () => present(opened, page, address))
    underWay.set(key, { state: changes.known(), part })
    try {
      const presented = await spend(part)
      parts.set(key, presented)
      return presented.written
    } finally {
      if (underWay.get(key)?.part === part) underWay.delete(key)
    }
  }
}
