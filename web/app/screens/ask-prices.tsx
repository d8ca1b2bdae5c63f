import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { projectQuery } from '#web/features/projects/api.ts'
import { AskForm } from '#web/features/trade/ask/ask-form.tsx'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const { user } = useSession()
  const navigate = useNavigate()
  const project = useQuery({ ...projectQuery(api, id), refetchOnWindowFocus: false })
  return (
    <OneThing query={project} missing="Проект не найден">
      {found => (
        <div className="mx-auto max-w-4xl px-4 pt-4 sm:px-6">
          <PageMeta title={screenTitle(`Запросить цены: ${found.name}`)} />
          <Breadcrumbs
            crumbs={[
              { name: 'Мои проекты', to: '/projects' },
              { name: found.name, to: `/projects/${id}` },
              { name: 'Запрос цен' },
            ]}
          />
          <h1 className="mt-1 mb-2 text-3xl">Запросить цены</h1>
          <p className="mb-6 max-w-prose text-muted">
            Питомники пришлют предложения построчно, а вы сравните их в одной таблице и выберете лучшие.
          </p>
          <AskForm
            key={id}
            project={found}
            userId={user.id}
            onSent={request => void navigate(`/requests/${request.id}`, { replace: true })}
          />
        </div>
      )}
    </OneThing>
  )
}
