import type { Team } from '#contract/companies.ts'
import { onMapQuery } from '#web/features/companies/api.ts'
import { listDateQuery } from '#web/features/offers/company-list.tsx'
import { companyProductsQuery } from '#web/features/products/api.ts'
import { recordQuery, reviewsQuery } from '#web/features/trade/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'

/** Everything that a company's page shows besides the company. */
export async function ensureCompanyPage({ queries, api }: AppContext, team: Team, address: string): Promise<void> {
  const id = String(team.id)
  await Promise.all([
    queries.ensureQueryData(companyProductsQuery(api, id)),
    queries.ensureQueryData(listDateQuery(api, id)),
    queries.ensureQueryData(onMapQuery(api, id)),
    queries.ensureQueryData(recordQuery(api, id)),
    queries.ensureQueryData(reviewsQuery(api, id, pageOf(new URL(address).searchParams))),
  ])
}
