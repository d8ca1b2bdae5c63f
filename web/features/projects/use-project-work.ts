import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PlantRef } from '#contract/plants.ts'
import type { Project, ProjectLine } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { numbered, withLine } from './totals.ts'
import type { LineForm } from './typed-line.ts'
import { showError, useChangeProject } from './use-change-project.ts'
import { useChoosingAll } from './use-choosing-all.ts'
import { useRemovedLine } from './use-removed-line.ts'
import { totalsText } from './words.ts'

/** How an owner works on a project's lines, each change shown before the server has it, and what came of the last one. */
export function useProjectWork(project: Project) {
  const { api } = useApp()
  const { id } = project
  const { change, busy } = useChangeProject(id)
  const [said, setSaid] = useState('')
  const { byHand, transport, ...choosing } = useChoosingAll(project, change, setSaid)
  const { remove, ...removal } = useRemovedLine(id, change, setSaid)

  const patch = (line: ProjectLine, body: LineForm, ahead?: Partial<ProjectLine>) =>
    change(() => api.call('PATCH /projects/:id/lines/:line/', { params: { id, line: line.id }, body }), {
      line: line.id,
      ...(ahead ? { ahead: before => withLine(before, line.id, ahead) } : {}),
    })

  async function choosePlant(line: ProjectLine, plant: PlantRef | null) {
    try {
      await patch(line, { plant: plant?.id ?? null })
      setSaid(plant ? `${line.name}: это ${plant.name}` : `${line.name}: нет в справочнике`)
    } catch (error) {
      showError(error)
    }
  }

  async function chooseOffer(line: ProjectLine, chosen: number | null) {
    byHand()
    try {
      const next = await patch(line, { chosen }, { chosen })
      setSaid(totalsText(next))
    } catch (error) {
      showError(error)
    }
  }

  async function move(line: ProjectLine, by: 1 | -1) {
    const position = line.position + by
    if (position < 1 || position > project.lines.length) return
    try {
      await change(
        () => api.call('PATCH /projects/:id/lines/:line/', { params: { id, line: line.id }, body: { position } }),
        {
          ahead: before => {
            const others = before.lines.filter(one => one.id !== line.id)
            const moved = before.lines.find(one => one.id === line.id)
            return moved ? { ...before, lines: numbered(others.toSpliced(position - 1, 0, moved)) } : before
          },
        },
      )
      setSaid(`${line.name}: теперь строка ${position}`)
    } catch (error) {
      showError(error)
    }
  }

  async function addLines(text: string) {
    const next = await change(() => api.call('POST /projects/:id/lines/', { params: { id }, body: { text } }))
    setSaid(`Добавлено. ${totalsText(next)}`)
  }

  const now = useRef({ choosePlant, chooseOffer, patch, remove, move })
  useLayoutEffect(() => {
    now.current = { choosePlant, chooseOffer, patch, remove, move }
  })
  const lineActions = useMemo(
    () => ({
      onPlant: (line: ProjectLine, plant: PlantRef | null) => void now.current.choosePlant(line, plant),
      onChoose: (line: ProjectLine, variant: number | null) => void now.current.chooseOffer(line, variant),
      onQuantity: (line: ProjectLine, quantity: number) =>
        void now.current.patch(line, { quantity }, { quantity }).catch(showError),
      editing: {
        onSave: async (line: ProjectLine, form: LineForm) => {
          if (Object.keys(form).length > 0) await now.current.patch(line, form)
        },
        onRemove: (line: ProjectLine) => void now.current.remove(line),
        onMove: (line: ProjectLine, by: 1 | -1) => void now.current.move(line, by),
      },
    }),
    [],
  )

  return {
    ...{ change, busy, said, lineActions, addLines, choosing, transport },
    /** The line that was removed last; `undo`: the button that brings it back, which gets its focus. */
    removal,
  }
}
