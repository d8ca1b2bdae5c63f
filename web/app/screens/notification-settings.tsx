import { SettingsForm } from '#web/features/telling/settings-form.tsx'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { user } = useSession()
  return (
    <div className="mx-auto min-h-dvh max-w-2xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Как мне сообщать')} />
      <Breadcrumbs
        crumbs={[
          { name: user.name || 'Профиль', to: `/profile/${user.id}` },
          { name: 'Изменить', to: '/profile/edit' },
          { name: 'Как мне сообщать' },
        ]}
      />
      <h1 className="mt-2 mb-6 text-3xl">Как мне сообщать</h1>
      <SettingsForm />
    </div>
  )
}
