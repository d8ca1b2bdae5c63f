import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import { candidatesQuery } from '../api.ts'

/** Companies that may be asked for these lines of a project, by their ids. */
export function useCandidates(project: string, lines: readonly string[]) {
  const { api } = useApp()
  const asked = useSettled(lines.join())
  return useQuery({
    ...candidatesQuery(api, { project, lines: asked.split(','), regions: [] }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
}
