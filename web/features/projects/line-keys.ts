import type { KeyboardEvent } from 'react'
import type { ProjectLine } from '#contract/projects.ts'
import { rowAction } from '#web/ui/row-keys.ts'
import type { LineActions } from './line-item.tsx'
import type { OpenLine } from './use-open-line.ts'

interface LineKeysOptions {
  /** The lines in the order in which they are seen. */
  shown: readonly ProjectLine[]
  open: OpenLine | null
  /** Of lines that are being changed. */
  busy: ReadonlySet<string>
  canMove: boolean
  actions: LineActions
  focusLine: (line: string | null) => void
}

/** What a key does to the line in which the focus is. */
export function lineKeys({ shown, open, busy, canMove, actions, focusLine }: LineKeysOptions) {
  /** Chooses a line's plant or offer by its place; `null`: none of them. */
  function choose(line: ProjectLine, place: number | null) {
    if (busy.has(line.id)) return
    if (line.state === 'several') {
      const plant = place === null ? null : line.candidates[place]?.plant
      if (plant !== undefined) actions.onPlant(line, plant)
    } else if (place !== null) {
      const variant = line.options[place]?.variant.id
      if (variant !== undefined) actions.onChoose(line, variant === line.chosen ? null : variant)
    }
  }

  function goFrom(line: ProjectLine, by: number) {
    const at = shown.findIndex(one => one.id === line.id)
    const others = (by > 0 ? shown.slice(at + 1) : shown.slice(0, at)).filter(({ state }) => state !== 'note')
    focusLine((by > 0 ? others[0] : others.at(-1))?.id ?? null)
  }

  return (event: KeyboardEvent) => {
    const { target, key, altKey } = event
    if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return
    const lineId = target.closest('[data-row]')?.getAttribute('data-row')
    const line = shown.find(one => one.id === lineId)
    if (!line) return
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      if (!canMove) return
      event.preventDefault()
      actions.editing.onMove?.(line, key === 'ArrowUp' ? -1 : 1)
      return
    }
    const isOpen = open?.id === line.id && open.part === 'options'
    const choices = line.state === 'several' ? line.candidates : isOpen ? line.options : []
    const action = rowAction(event, choices.length)
    if (!action || action.do === 'skip') return
    event.preventDefault()
    if (action.do === 'move') goFrom(line, action.by)
    else if (action.do === 'edit') actions.onOpen(line, 'form')
    else choose(line, action.do === 'none' ? null : action.place)
  }
}
