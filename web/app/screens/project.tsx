import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { projectQuery } from '#web/features/projects/api.ts'
import { ProjectView } from '#web/features/projects/project-view.tsx'
import { AskPrices } from '#web/features/trade/ask/ask-prices.tsx'
import { useProjectChanges } from '#web/features/trade/changes/use-project-changes.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { memberFetch } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const project = useQuery(projectQuery(api, id))
  const { notice, texts } = useProjectChanges(id, project.data)
  const status = project.error instanceof ApiError ? project.error.status : 0
  if (status === 404 || status === 400)
    return (
      <>
        <PageMeta title={screenTitle('Проект не найден')} />
        <ErrorView status={404} />
      </>
    )
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle(project.data?.name ?? 'Проект')} />
      <Breadcrumbs
        crumbs={[{ name: 'Мои проекты', to: '/projects' }, ...(project.data ? [{ name: project.data.name }] : [])]}
      />
      {project.data ? (
        <ProjectView
          key={id}
          project={project.data}
          fetch={memberFetch}
          actions={<AskPrices project={project.data} />}
          notice={notice}
          lineNotes={texts}
        />
      ) : (
        <Pending queries={[project]}>
          <Skeleton className="mt-2 mb-6 h-20" />
          <Skeleton className="h-96" />
        </Pending>
      )}
    </div>
  )
}
