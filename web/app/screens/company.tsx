import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { companyQuery } from '#web/features/companies/api.ts'
import { CompanyFacts } from '#web/features/companies/company-facts.tsx'
import { CompanyHeading } from '#web/features/companies/company-heading.tsx'
import { MembersTable } from '#web/features/companies/members-table.tsx'
import { organization } from '#web/features/companies/organization.ts'
import { companyProductsQuery } from '#web/features/products/api.ts'
import { excerpt } from '#web/features/products/excerpt.ts'
import { ProductGrid } from '#web/features/products/product-grid.tsx'
import { recordQuery, reviewsQuery } from '#web/features/trade/api.ts'
import { CompanyReviews } from '#web/features/trade/reviews/company-reviews.tsx'
import { DealRecord } from '#web/features/trade/reviews/deal-record.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { ReportListing } from '../report-listing.tsx'
import { companyLoader } from './company-loader.ts'

const teaserCount = 8

export const loader = (context: AppContext) => async (args: LoaderFunctionArgs) => {
  const page = pageOf(new URL(args.request.url).searchParams)
  await Promise.all([
    companyLoader(context)(args),
    context.queries.ensureQueryData(recordQuery(context.api, args.params.id ?? '')),
    context.queries.ensureQueryData(reviewsQuery(context.api, args.params.id ?? '', page)),
  ])
  return null
}

export function Component() {
  const { api, publicUrl } = useApp()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const { data: team } = useSuspenseQuery(companyQuery(api, id))
  const { data: record } = useSuspenseQuery(recordQuery(api, id))
  const { data: products } = useSuspenseQuery(companyProductsQuery(api, id))
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: team.company_name }]
  const path = `/teams/get_current_team/${team.id}`
  const place = [team.team_specific?.name, team.team_city?.name].filter(Boolean).join(', ')

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(team.company_name)}
        description={excerpt(`${team.company_name}: ${place}. ${team.about_team.replace(/\s+/g, ' ')}`, 200)}
        path={page === 1 ? path : undefined}
        image={products[0]?.get_image}
        structuredData={[organization(publicUrl, team), breadcrumbList(publicUrl, crumbs)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <CompanyHeading team={team} />
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Card>
          <section aria-labelledby="facts">
            <h2 id="facts" className="mb-2 text-xl">
              Информация о компании
            </h2>
            <CompanyFacts team={team} />
            <ReportListing teamId={team.id} />
          </section>
        </Card>
        <div className="grid gap-8">
          {team.about_team && (
            <section aria-labelledby="about">
              <h2 id="about" className="mb-3 text-2xl">
                О компании
              </h2>
              <div className="grid max-w-prose gap-4 text-lg whitespace-pre-line">
                {team.about_team.split(/\n\s*\n/).map((text, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- parts of one fixed text
                  <p key={index}>{text}</p>
                ))}
              </div>
            </section>
          )}
          <MembersTable members={team.members} />
          <DealRecord record={record} />
          <div id="reviews" className="scroll-mt-24 empty:hidden">
            <CompanyReviews
              team={team}
              page={page}
              href={next => `${path}${next > 1 ? `?page=${next}` : ''}#reviews`}
            />
          </div>
        </div>
      </div>
      {products.length > 0 && (
        <section aria-labelledby="plants" className="mt-14">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="plants" className="text-2xl">
              Растения компании
            </h2>
            <Link to={`/products/teamproductslist/${team.id}`} className="link py-2">
              Показать {counted(products.length, plants)}
            </Link>
          </div>
          <ProductGrid products={products.slice(0, teaserCount)} heading="h3" />
        </section>
      )}
    </div>
  )
}
