import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlantRef } from '#contract/plants.ts'
import type { Project, ProjectLine, Strategy } from '#contract/projects.ts'
import type { TransportPlan } from '#contract/transport.ts'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { withLine, withLines } from './totals.ts'
import type { LineForm } from './typed-line.ts'
import { useChangeProject } from './use-change-project.ts'
import { totalsText } from './words.ts'

export const showError = (error: unknown) => showToast({ message: refusalOf(error as Error), tone: 'danger' })

/** The numbers of lines as they will be. */
const numbered = (lines: ProjectLine[]) =>
  lines.map((line, at) => (line.position === at + 1 ? line : { ...line, position: at + 1 }))

/** What lorries are planned for: a plan is old when it changes. */
const loadedIn = ({ place, lines }: Project) =>
  JSON.stringify([place?.id, lines.map(({ chosen, quantity, unit }) => [chosen, quantity, unit])])

/** How an owner works on a project's lines, each change shown before the server has it, and what came of the last one. */
export function useProjectWork(project: Project) {
  const { api } = useApp()
  const { id } = project
  const { change, busy } = useChangeProject(id)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<ProjectLine | null>(null)
  const [choosing, setChoosing] = useState<Strategy | null>(null)
  const [isApproximate, setApproximate] = useState(false)
  const [planned, setPlanned] = useState<{ transport: TransportPlan; of: string } | null>(null)
  const loaded = loadedIn(project)
  const [isByHand, setByHand] = useState(() => project.lines.some(({ chosen }) => chosen !== null))
  const undo = useRef<HTMLButtonElement>(null)

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
    setByHand(true)
    setApproximate(false)
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

  async function removeLine(line: ProjectLine) {
    flushSync(() => setRemoved(line))
    // The line that had the focus goes.
    undo.current?.focus()
    try {
      await change(() => api.call('DELETE /projects/:id/lines/:line/', { params: { id, line: line.id } }), {
        ahead: before => withLines(before, numbered(before.lines.filter(one => one.id !== line.id))),
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
      setSaid(`${name}: строка возвращена`)
    } catch (error) {
      showError(error)
    }
  }

  async function chooseAll(strategy: Strategy) {
    setChoosing(strategy)
    // As of now: what is chosen by hand while this one is under way comes after it.
    setByHand(false)
    try {
      const next = await change(() => api.call('POST /projects/:id/choose/', { params: { id }, body: { strategy } }))
      setApproximate(next.is_approximate)
      setPlanned(
        next.transport && {
          transport: next.transport,
          of: loadedIn(next),
        },
      )
      setSaid(totalsText(next))
      showToast({ message: totalsText(next) })
    } catch (error) {
      setByHand(meanwhile => meanwhile || isByHand)
      showError(error)
    } finally {
      setChoosing(latest => (latest === strategy ? null : latest))
    }
  }

  async function addLines(text: string) {
    const next = await change(() => api.call('POST /projects/:id/lines/', { params: { id }, body: { text } }))
    setSaid(`Добавлено. ${totalsText(next)}`)
  }

  const now = useRef({ choosePlant, chooseOffer, patch, removeLine, move })
  useLayoutEffect(() => {
    now.current = { choosePlant, chooseOffer, patch, removeLine, move }
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
        onRemove: (line: ProjectLine) => void now.current.removeLine(line),
        onMove: (line: ProjectLine, by: 1 | -1) => void now.current.move(line, by),
      },
    }),
    [],
  )

  return {
    ...{ change, busy, said, lineActions, addLines },
    choosing: { strategy: choosing, isApproximate, isByHand, all: chooseAll },
    /** The line that was removed last; `undo`: the button that brings it back, which gets its focus. */
    removal: { line: removed, undo, restore },
    transport: {
      plan: planned?.of === loaded ? planned.transport : null,
      setPlan: (transport: TransportPlan) => setPlanned({ transport, of: loaded }),
    },
  }
}
