import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProjectLine } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { numbered, withLines } from './totals.ts'
import { type ChangeProject, showError } from './use-change-project.ts'

/** Removes lines of a project, and brings the last one back. `undo`: the button for that, which gets the line's focus. */
export function useRemovedLine(id: string, change: ChangeProject, say: (text: string) => void) {
  const { api } = useApp()
  const [line, setRemoved] = useState<ProjectLine | null>(null)
  const undo = useRef<HTMLButtonElement>(null)

  async function remove(gone: ProjectLine) {
    flushSync(() => setRemoved(gone))
    // The line that had the focus goes.
    undo.current?.focus()
    try {
      await change(() => api.call('DELETE /projects/:id/lines/:line/', { params: { id, line: gone.id } }), {
        ahead: before => withLines(before, numbered(before.lines.filter(one => one.id !== gone.id))),
      })
    } catch (error) {
      setRemoved(null)
      showError(error)
    }
  }

  /** A line that was removed, as it was and where it was. */
  async function restore({ text, name, position, quantity, unit, wish, plant, chosen, state }: ProjectLine) {
    setRemoved(null)
    try {
      await change(async () => {
        const { lines } = await api.call('POST /projects/:id/lines/', { params: { id }, body: { text: text || name } })
        const added = lines.at(-1)
        return api.call('PATCH /projects/:id/lines/:line/', {
          params: { id, line: added?.id ?? '' },
          body:
            state === 'note' || !plant
              ? { position, quantity, unit, wish }
              : { position, quantity, unit, wish, plant: plant.id, chosen },
        })
      })
      say(`${name}: строка возвращена`)
    } catch (error) {
      showError(error)
    }
  }

  return { line, undo, remove, restore }
}
