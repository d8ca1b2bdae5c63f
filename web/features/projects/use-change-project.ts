import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { projectQuery, projectsKey } from './api.ts'

/** For whoever does not show it at a field. */
export const showError = (error: unknown) => showToast({ message: refusalOf(error as Error), tone: 'danger' })

interface Change {
  /** The line that it is about, which is busy meanwhile. */
  line?: string
  /** What it looks like before the server has answered. */
  ahead?: (project: Project) => Project
}

const isAnswer = (answer: unknown): answer is Project =>
  typeof answer === 'object' && answer !== null && 'lines' in answer

export type ChangeProject = ReturnType<typeof useChangeProject>['change']

/**
 * Changes a project one thing after another, in the order in which they were said, and shows the last answer: an earlier
 * one would take back on screen what was said meanwhile. `change` throws what the server refuses.
 */
export function useChangeProject(id: string) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { queryKey } = projectQuery(api, id)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  async function change<Answer>(request: () => Promise<Answer>, { line, ahead }: Change = {}): Promise<Answer> {
    waiting.current++
    if (line) setBusy(before => new Set(before).add(line))
    await queries.cancelQueries({ queryKey })
    if (ahead) queries.setQueryData(queryKey, project => project && ahead(project))
    const turn = last.current.then(request)
    last.current = turn.catch(() => undefined)
    try {
      const answer = await turn
      if (isAnswer(answer) && waiting.current === 1) queries.setQueryData(queryKey, answer)
      void queries.invalidateQueries({ queryKey: [...projectsKey, 'lists'] })
      return answer
    } catch (error) {
      if (waiting.current === 1) await queries.invalidateQueries({ queryKey })
      throw error
    } finally {
      waiting.current--
      if (line) setBusy(before => new Set([...before].filter(other => other !== line)))
    }
  }

  return { change, busy }
}
