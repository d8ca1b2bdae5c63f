import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Project } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { differencesQuery } from '../api.ts'
import { changeText } from './change-texts.ts'
import { ChangesNotice } from './changes-notice.tsx'

/** What has changed in a project since it was asked for: a notice, and a sentence for each line that there still is. */
export function useProjectChanges(
  id: string,
  project: Pick<Project, 'updated_at'> | undefined,
): { notice: ReactNode; texts: ReadonlyMap<string, string> } {
  const { api } = useApp()
  const { data } = useQuery({
    ...differencesQuery(api, id, project?.updated_at ?? ''),
    enabled: project !== undefined,
    // Until those of its new version are there; not those of another project.
    placeholderData: (previous, query) => (query?.queryKey.includes(id) ? previous : undefined),
  })
  const texts = useMemo(() => new Map(data?.changes.map(change => [change.line, changeText(change)])), [data])
  return {
    notice: data?.request && (
      <ChangesNotice changes={data.changes} since={data.request.created_at} to={`/projects/${id}/request?changed=1`} />
    ),
    texts,
  }
}
