import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Team } from '#contract/companies.ts'
import { companyPath } from '#contract/company-slug.ts'
import { onMapQuery } from '#web/features/companies/api.ts'
import { CompanyFacts } from '#web/features/companies/company-facts.tsx'
import { CompanyHeading } from '#web/features/companies/company-heading.tsx'
import { CompanyCover } from '#web/features/companies/face/company-cover.tsx'
import { CompanyMap } from '#web/features/companies/face/company-map.tsx'
import { CompanyPhotos } from '#web/features/companies/face/company-photos.tsx'
import { MembersTable } from '#web/features/companies/members-table.tsx'
import { organization } from '#web/features/companies/organization.ts'
import { listDateQuery } from '#web/features/offers/company-list.tsx'
import { companyProductsQuery } from '#web/features/products/api.ts'
import { excerpt } from '#web/features/products/excerpt.ts'
import { ProductGrid } from '#web/features/products/product-grid.tsx'
import { recordQuery } from '#web/features/trade/api.ts'
import { CompanyReviews } from '#web/features/trade/reviews/company-reviews.tsx'
import { DealRecord } from '#web/features/trade/reviews/deal-record.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { counted, plants, sizes } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { ReportListing } from '../report-listing.tsx'
import { CompanyPosts } from './company-posts.tsx'

const teaserCount = 8

const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

/** A nursery as its buyers see it: its face, its contacts, what it grows and how it deals. */
export function CompanyPage({ team }: { team: Team }) {
  const { api, publicUrl } = useApp()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const id = String(team.id)
  const { data: record } = useSuspenseQuery(recordQuery(api, id))
  const { data: products } = useSuspenseQuery(companyProductsQuery(api, id))
  const { data: onMap } = useSuspenseQuery(onMapQuery(api, id))
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: team.company_name }]
  const path = companyPath(team)
  const place = [team.team_specific?.name, team.team_city?.name].filter(Boolean).join(', ')
  const picture = team.cover || team.photos[0]?.get_image || products[0]?.get_image

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(team.company_name)}
        description={excerpt(`${team.company_name}: ${place}. ${team.about_team.replace(/\s+/g, ' ')}`, 200)}
        path={page === 1 ? path : undefined}
        image={picture}
        structuredData={[organization(publicUrl, team), breadcrumbList(publicUrl, crumbs)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <CompanyCover team={team} />
      <CompanyHeading team={team} />
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid gap-6">
          <Card>
            <section aria-labelledby="facts">
              <h2 id="facts" className="mb-2 text-xl">
                Информация о компании
              </h2>
              <CompanyFacts team={team} />
              <ReportListing teamId={team.id} />
            </section>
          </Card>
          {onMap && <CompanyMap town={onMap} />}
        </div>
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
          <CompanyPhotos team={team} />
          <PriceList teamId={team.id} />
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
              Новые растения компании
            </h2>
            <Link to={`/products/teamproductslist/${team.id}`} className="link py-2">
              Показать {counted(products.length, plants)}
            </Link>
          </div>
          <ProductGrid products={products.slice(0, teaserCount)} heading="h3" />
        </section>
      )}
      <CompanyPosts team={team} />
    </div>
  )
}

/** The company's price list with its date; nothing without one. */
function PriceList({ teamId }: { teamId: number }) {
  const { api } = useApp()
  const { data: list } = useSuspenseQuery(listDateQuery(api, String(teamId)))
  if (list.count === 0 || list.updated_at === null) return null
  return (
    <section aria-labelledby="price-list">
      <h2 id="price-list" className="mb-1 text-2xl">
        Прайс-лист
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="text-muted">
          Обновлён {dates.format(new Date(list.updated_at))}, {counted(list.count, sizes)}
        </span>
        <Link to={`/teams/get_current_team/${teamId}/price-list`} className="link py-2">
          Открыть прайс-лист
        </Link>
      </p>
    </section>
  )
}
