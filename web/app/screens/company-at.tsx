import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { companyPath } from '#contract/company-slug.ts'
import { companyAtQuery } from '#web/features/companies/api.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { CompanyPage } from '../company/company-page.tsx'
import { ensureCompanyPage } from '../company/ensure-company-page.ts'

/** A company at its own address; former ones lead to the present one. */
export const loader =
  (context: AppContext) =>
  async ({ params: { slug = '' }, request }: LoaderFunctionArgs) => {
    const team = await context.queries.ensureQueryData(companyAtQuery(context.api, slug))
    if (team.slug !== slug) throw redirect(companyPath(team) + new URL(request.url).search, 301)
    await ensureCompanyPage(context, team, request.url)
    return null
  }

export function Component() {
  const { api } = useApp()
  const { slug = '' } = useParams()
  const { data: team } = useSuspenseQuery(companyAtQuery(api, slug))
  return <CompanyPage team={team} />
}
