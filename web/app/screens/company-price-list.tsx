import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { companyPath } from '#contract/company-slug.ts'
import { companyQuery } from '#web/features/companies/api.ts'
import { CompanyHeading } from '#web/features/companies/company-heading.tsx'
import { CompanyList, companyListQuery, listPageSize } from '#web/features/offers/company-list.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { counted, sizes } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'

const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

const pageOf = (params: URLSearchParams) => params.get('page') || '1'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs) => {
    await Promise.all([
      queries.ensureQueryData(companyQuery(api, id)),
      queries.ensureQueryData(companyListQuery(api, id, pageOf(new URL(request.url).searchParams))),
    ])
    return null
  }

export function Component() {
  const { api, publicUrl } = useApp()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const { data: team } = useSuspenseQuery(companyQuery(api, id))
  const { data: list } = useSuspenseQuery(companyListQuery(api, id, page))
  const about = companyPath(team)
  const path = `/teams/get_current_team/${team.id}/price-list`
  const file = `/api/teams/${team.id}/price-list`
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: team.company_name, to: about }, { name: 'Прайс-лист' }]
  const updated = list.updated_at && dates.format(new Date(list.updated_at))

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(`Прайс-лист: ${team.company_name}`)}
        description={`${team.company_name}: ${counted(list.count, sizes)} с ценами${updated ? `, обновлено ${updated}` : ''}. Таблица для Excel и файл для печати.`}
        path={page === '1' ? path : undefined}
        structuredData={[breadcrumbList(publicUrl, crumbs)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <CompanyHeading team={team} />
      {list.count === 0 ? (
        <div className="mt-8">
          <EmptyState title="Прайс-листа пока нет." action={<ButtonLink to={about}>Контакты компании</ButtonLink>}>
            Компания ещё ничего не опубликовала. Спросите её напрямую: в питомнике обычно больше, чем на сайте.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-muted">
              Обновлён {updated}, {counted(list.count, sizes)}
            </p>
            <div className="flex flex-wrap gap-2">
              <a href={`${file}.xlsx`} download className={buttonStyle('secondary')}>
                Скачать xlsx
              </a>
              <a href={`${file}.pdf`} download className={buttonStyle('secondary')}>
                Скачать PDF
              </a>
            </div>
          </div>
          <CompanyList sections={list.results} />
          <Pager
            page={Number(page)}
            pages={Math.ceil(list.count / listPageSize)}
            href={number => (number > 1 ? `${path}?page=${number}` : path)}
          />
        </>
      )}
    </div>
  )
}
