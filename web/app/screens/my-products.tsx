import { useQuery } from '@tanstack/react-query'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { ProductList } from '#web/features/products/my-products/product-list.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const { user } = useSession()
  const team = useQuery(myTeamQuery(api))
  const title = team.data ? `Мои растения — ${team.data.company_name}` : 'Мои растения'
  const add = (
    <ButtonLink to="/products/create" className="grow max-sm:px-3">
      Добавить растение
    </ButtonLink>
  )
  const create = <ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle(title)} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl lg:flex-1 lg:text-xl">
          {/* Keeps the dash from starting a line. */}
          {team.data ? (
            <>
              <span className="whitespace-nowrap">Мои растения —</span> {team.data.company_name}
            </>
          ) : (
            title
          )}
        </h1>
        {team.data !== undefined && (
          <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
            {team.data ? add : create}
            {team.data && (
              <ButtonLink to="/price-list" variant="secondary" className="grow max-sm:px-3">
                Прайс-лист
              </ButtonLink>
            )}
            {team.data && (
              <ButtonLink to="/products/my_products/photos" variant="secondary" className="grow max-sm:px-3">
                Фотографии
              </ButtonLink>
            )}
            {team.data && (
              <ButtonLink to="/teams/team" variant="secondary" className="grow max-sm:px-3">
                О компании
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {team.data === undefined ? (
        <Pending queries={[team]}>
          <Skeleton className="mb-4 h-12 sm:w-80" />
          <Skeleton className="h-128" />
        </Pending>
      ) : team.data ? (
        <ProductList
          members={team.data.created_by.id === user.id ? team.data.members : []}
          empty={
            <EmptyState
              title="Тут пока пусто."
              action={
                <ButtonLink to="/price-list" variant="secondary">
                  Загрузить прайс-лист
                </ButtonLink>
              }
            >
              Добавьте первое растение: покупатели найдут его в каталоге и позвонят вам. Или загрузите прайс-лист:
              каталог соберётся из него.
            </EmptyState>
          }
        />
      ) : (
        <EmptyState title="Тут пока пусто.">
          Растения продают компании. Создайте свою, и можно будет добавить первое.
        </EmptyState>
      )}
    </div>
  )
}
