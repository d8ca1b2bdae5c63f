import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#web/features/projects/api.ts'
import { ProjectList } from '#web/features/projects/project-list.tsx'
import { TradeNav } from '#web/features/trade/trade-nav.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const projects = useQuery(projectsQuery(api))
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Мои проекты')} />
      <TradeNav />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">Мои проекты</h1>
        {projects.data && projects.data.length > 0 && <ButtonLink to="/projects/new">Подбор по списку</ButtonLink>}
      </div>
      {!projects.data ? (
        <Pending queries={[projects]}>
          <Skeleton className="h-64" />
        </Pending>
      ) : projects.data.length === 0 ? (
        <EmptyState title="Проектов пока нет" action={<ButtonLink to="/projects/new">Подобрать по списку</ButtonLink>}>
          Проект — это ассортиментная ведомость с ценами: вставьте список растений или загрузите таблицу, и для каждой
          строки найдутся предложения питомников. Добавить растение в проект можно и прямо из каталога.
        </EmptyState>
      ) : (
        <ProjectList projects={projects.data} />
      )}
    </div>
  )
}
