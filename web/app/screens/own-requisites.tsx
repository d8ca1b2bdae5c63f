import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownRequisitesQuery } from '#web/features/requisites/api.ts'
import { RequisitesForm } from '#web/features/requisites/requisites-form.tsx'
import { tradeKey } from '#web/features/trade/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { api } = useApp()
  const { user } = useSession()
  const queries = useQueryClient()
  const stated = useQuery(ownRequisitesQuery(api))
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Мои реквизиты')} />
      <Breadcrumbs
        crumbs={[
          { name: user.name || 'Профиль', to: `/profile/${user.id}` },
          { name: 'Изменить', to: '/profile/edit' },
          { name: 'Реквизиты' },
        ]}
      />
      <h1 className="mt-2 text-3xl">Мои реквизиты</h1>
      <p className="mt-3 mb-8 max-w-prose text-muted">
        Для счетов и других бумаг, когда вы покупаете: сами или для фирмы. Видят их только компании, с которыми есть
        сделка.
      </p>
      {stated.data === undefined ? (
        <Pending queries={[stated]}>
          <Skeleton className="h-[50rem]" />
        </Pending>
      ) : (
        <RequisitesForm
          of="buyer"
          stated={stated.data}
          onSave={async body => {
            const saved = await api.call('PUT /me/requisites/', { body })
            queries.setQueryData(ownRequisitesQuery(api).queryKey, saved)
            void queries.invalidateQueries({ queryKey: tradeKey })
            showToast({ message: 'Реквизиты сохранены' })
          }}
        />
      )}
    </div>
  )
}
