import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { projectsQuery } from '#web/features/projects/api.ts'
import { ProjectList } from '#web/features/projects/project-list.tsx'
import { ListHead } from '#web/features/trade/list-head.tsx'
import { TradeNav } from '#web/features/trade/trade-nav.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Paged } from '#web/ui/paged.tsx'

export function Component() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const projects = useQuery({ ...projectsQuery(api, page), placeholderData: keepPreviousData })
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Мои проекты')} />
      <TradeNav />
      <ListHead title="Мои проекты">
        {projects.data && projects.data.count > 0 && <ButtonLink to="/projects/new">Подбор по списку</ButtonLink>}
      </ListHead>
      <Paged query={projects} page={page} href={number => `/projects?page=${number}`} empty={<NoProjects />}>
        {found => <ProjectList projects={found} />}
      </Paged>
    </div>
  )
}

function NoProjects() {
  return (
    <EmptyState title="Проектов пока нет" action={<ButtonLink to="/projects/new">Подобрать по списку</ButtonLink>}>
      Проект — это ассортиментная ведомость с ценами: вставьте список растений или загрузите таблицу, и для каждой
      строки найдутся предложения питомников. Добавить растение в проект можно и прямо из каталога.
    </EmptyState>
  )
}
