import { SilencedLists } from '#web/features/silenced/silenced-lists.tsx'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { user } = useSession()
  return (
    <div className="mx-auto min-h-dvh max-w-2xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Заблокированные и скрытые')} />
      <Breadcrumbs
        crumbs={[
          { name: user.name || 'Профиль', to: `/profile/${user.id}` },
          { name: 'Изменить', to: '/profile/edit' },
          { name: 'Заблокированные и скрытые' },
        ]}
      />
      <h1 className="mt-2 text-3xl">Заблокированные и скрытые</h1>
      <p className="mt-3 mb-6 text-muted">
        Заблокированные люди и вы нигде не видите друг друга. Скрытое не попадает только в ваши ленты, и никто об этом
        не знает.
      </p>
      <SilencedLists />
    </div>
  )
}
