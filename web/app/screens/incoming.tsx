import { ListHead } from '#web/features/trade/list-head.tsx'
import { IncomingList } from '#web/features/trade/quoting/incoming-list.tsx'
import { TradeNav } from '#web/features/trade/trade-nav.tsx'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { team } = useSession()
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Входящие запросы')} />
      <TradeNav />
      {team ? (
        <IncomingList />
      ) : (
        <>
          <ListHead title="Входящие запросы" />
          <EmptyState
            title="Сначала расскажите о компании"
            action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
          >
            Запросы цен присылают компаниям, у которых есть растения в каталоге.
          </EmptyState>
        </>
      )}
    </div>
  )
}
