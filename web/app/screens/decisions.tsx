import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { decisionsQuery } from '#web/features/decisions/api.ts'
import { DecisionItem } from '#web/features/decisions/decision-item.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Paged } from '#web/ui/paged.tsx'

const pageHref = (page: number) => (page > 1 ? `?page=${page}` : '?')

export function Component() {
  const { api } = useApp()
  const { user } = useSession()
  const page = pageOf(useSearchParams()[0])
  return (
    <div className="mx-auto min-h-dvh max-w-2xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Решения модераторов')} />
      <Breadcrumbs
        crumbs={[
          { name: user.name || 'Профиль', to: `/profile/${user.id}` },
          { name: 'Изменить', to: '/profile/edit' },
          { name: 'Решения модераторов' },
        ]}
      />
      <h1 className="mt-2 text-3xl">Решения модераторов</h1>
      <p className="mt-3 mb-6 text-muted">
        Что модераторы решили о вас, вашей компании и о том, что вы разместили. С решением можно не согласиться.
      </p>
      <Paged
        query={useQuery(decisionsQuery(api, page))}
        page={page}
        href={pageHref}
        empty={<EmptyState title="Решений нет">О вас и ваших записях модераторы ничего не решали.</EmptyState>}
      >
        {entries => (
          <ul aria-label="Решения">
            {entries.map(entry => (
              <DecisionItem key={entry.id} decision={entry} />
            ))}
          </ul>
        )}
      </Paged>
    </div>
  )
}
