import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { companyPath } from '#contract/company-slug.ts'
import { companyQuery } from '#web/features/companies/api.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { CompanyPage } from '../company/company-page.tsx'
import { ensureCompanyPage } from '../company/ensure-company-page.ts'

/** A company found by its id: those that have an address of their own are there. */
export const loader =
  (context: AppContext) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs) => {
    const team = await context.queries.ensureQueryData(companyQuery(context.api, id))
    if (team.slug) throw redirect(companyPath(team) + new URL(request.url).search, 301)
    await ensureCompanyPage(context, team, request.url)
    return null
  }

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const { data: team } = useSuspenseQuery(companyQuery(api, id))
  return <CompanyPage team={team} />
}
