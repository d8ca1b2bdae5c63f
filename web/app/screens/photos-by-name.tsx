import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { PhotosView } from '#web/features/products/photos-by-name/photos-view.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { photoSender } from '#web/ui/photos/send-photo.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const team = useQuery(myTeamQuery(api))
  const [send] = useState(() => photoSender(refreshAccess))
  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle('Фотографии растений')} />
      <Breadcrumbs crumbs={[{ name: 'Мои растения', to: '/products/my_products' }, { name: 'Фотографии растений' }]} />
      <h1 className="mt-1 mb-2 text-3xl">Фотографии растений</h1>
      {team.data === undefined ? (
        <Pending queries={[team]}>
          <Skeleton className="h-56" />
        </Pending>
      ) : team.data === null ? (
        <EmptyState
          title="Сначала расскажите о компании"
          action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
        >
          Снимки показывают растения компании. Создайте её за минуту или попросите руководителя добавить вас
          сотрудником.
        </EmptyState>
      ) : (
        <>
          <p className="mb-5 max-w-prose text-muted">
            Разложим снимки по растениям сами: по артикулу или названию в имени файла. Что не узнаем, разложите вы. В
            каталоге они появятся, только когда вы их добавите.
          </p>
          <PhotosView send={send} />
        </>
      )}
    </div>
  )
}
