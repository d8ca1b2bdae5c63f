import { queryOptions } from '@tanstack/react-query'
import type { Project, SharedProject } from '#contract/projects.ts'
import type { Api } from '#web/lib/api.ts'
import { entriesOnPage } from '#web/ui/paged.tsx'

export const projectsKey = ['member', 'projects'] as const

export const projectsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...projectsKey, 'lists', page],
    queryFn: ({ signal }) => api.call('GET /projects/', { query: { page, page_size: entriesOnPage }, signal }),
  })

/** Projects to choose from: the last changed, as many as a page may have. */
export const recentProjectsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...projectsKey, 'lists', 'recent'],
    queryFn: ({ signal }) => api.call('GET /projects/', { query: { page: 1, page_size: 100 }, signal }),
  })

export const projectQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'one', id],
    queryFn: ({ signal }) => api.call('GET /projects/:id/', { params: { id }, signal }),
  })

/** What each way of choosing comes to, as the project is now; what is chosen does not matter. */
export const strategiesQuery = (api: Api, { id, place, lines }: Project) =>
  queryOptions({
    queryKey: [
      ...projectsKey,
      'strategies',
      id,
      place?.id ?? null,
      lines.map(line => [line.plant?.id, line.quantity, line.unit, line.wish]),
    ],
    queryFn: ({ signal }) => api.call('GET /projects/:id/strategies/', { params: { id }, signal }),
    placeholderData: before => before,
    retry: false,
  })

/** Of each line what is chosen: nothing else of its offers is shown to others. */
const onlyChosen = (project: SharedProject): SharedProject => ({
  ...project,
  lines: project.lines.map(line => ({
    ...line,
    options: line.options.filter(({ variant }) => variant.id === line.chosen),
    substitutes: [],
    substitute_reasons: [],
  })),
})

/** A part of a shared project. */
export const sharedQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: ['shared-project', token, page],
    queryFn: async ({ signal }) => {
      const part = await api.call('GET /projects/shared/:token/', { params: { token }, query: { page }, signal })
      return 'chosen_count' in part ? onlyChosen(part) : part
    },
  })

/** The addresses under which others read a project. */
export const sharesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'shares', id],
    queryFn: ({ signal }) => api.call('GET /projects/:id/share/', { params: { id }, signal }),
  })

export const remarksQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'remarks', id],
    queryFn: ({ signal }) => api.call('GET /projects/:id/remarks/', { params: { id }, signal }),
  })
