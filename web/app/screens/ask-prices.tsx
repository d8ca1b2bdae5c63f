import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { projectQuery } from '#web/features/projects/api.ts'
import { differencesQuery, requestQuery } from '#web/features/trade/api.ts'
import { AskForm } from '#web/features/trade/ask/ask-form.tsx'
import { unasked } from '#web/features/trade/changes/change-texts.ts'
import { dayText } from '#web/features/trade/dates.ts'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/**
 * Asks for prices: of a project's lines; with `after`, of what has changed since that request; with `changed`, of all that
 * has changed since the project was asked for.
 */
export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { user } = useSession()
  const navigate = useNavigate()
  const project = useQuery({ ...projectQuery(api, id), refetchOnWindowFocus: false })
  const ofProject = params.has('changed')
  // The form begins with it, so not with what it was some time ago.
  const anew = { refetchOnMount: 'always', refetchOnWindowFocus: false } as const
  const differences = useQuery({ ...differencesQuery(api, id), ...anew, enabled: ofProject })
  const after = ofProject ? differences.data?.request?.id : params.get('after')
  const earlier = useQuery({ ...requestQuery(api, after ?? ''), ...anew, enabled: Boolean(after) })
  const changes = (ofProject ? differences.data : earlier.data)?.changes
  // A request that is gone is no reason not to ask.
  const isKnown = (!ofProject || differences.isFetchedAfterMount) && (!after || earlier.isFetchedAfterMount)
  const again = earlier.data && changes ? { earlier: earlier.data, lines: unasked(changes) } : undefined
  const isAgain = again !== undefined && again.lines.length > 0
  return (
    <OneThing query={project} isComplete={isKnown} missing="Проект не найден">
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
          <h1 className="mt-1 mb-2 text-3xl">{isAgain ? 'Запросить изменённое' : 'Запросить цены'}</h1>
          <p className="mb-6 max-w-prose text-muted">
            {isAgain
              ? `Это новый запрос${again.earlier.companies?.length ? ' тем же компаниям' : ''}: отмечены только строки, изменённые или добавленные с ${dayText(again.earlier.created_at.slice(0, 10))}. Прежний запрос и ответы на него останутся как есть.`
              : 'Питомники пришлют предложения построчно, а вы сравните их в одной таблице и выберете лучшие.'}
          </p>
          <AskForm
            key={`${id} ${isAgain}`}
            project={found}
            userId={user.id}
            again={isAgain ? again : undefined}
            onSent={request => void navigate(`/requests/${request.id}`, { replace: true })}
          />
        </div>
      )}
    </OneThing>
  )
}
