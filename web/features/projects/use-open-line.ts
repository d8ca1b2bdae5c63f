import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ProjectLine } from '#contract/projects.ts'
import type { LineActions, OpenPart } from './line-item.tsx'
import type { useLineFocus } from './use-line-focus.ts'

export interface OpenLine {
  id: string
  part: OpenPart
}

/**
 * Which line is open, and what can be done with lines, after which one closes and the focus goes on: the same functions
 * for the life of the list.
 */
export function useOpenLine(actions: Omit<LineActions, 'onOpen'>, focus: ReturnType<typeof useLineFocus>) {
  const [open, setOpen] = useState<OpenLine | null>(null)

  const toggle = (line: ProjectLine, part: OpenPart) => {
    const isOpen = open?.id === line.id && open.part === part
    setOpen(isOpen ? null : { id: line.id, part })
    // A form takes its focus with it when it goes.
    if (isOpen && part === 'form') requestAnimationFrame(() => focus.keepFocus(line.id))
  }
  const current = useRef({ actions, toggle, focus })
  useLayoutEffect(() => {
    current.current = { actions, toggle, focus }
  })
  const canMove = actions.editing.onMove !== undefined
  const stable = useMemo((): LineActions => {
    const now = () => current.current.actions
    return {
      onPlant: (line, plant) => {
        current.current.focus.answer(line.id)
        setOpen(before => (before?.id === line.id ? null : before))
        now().onPlant(line, plant)
      },
      onChoose: (line, variant) => now().onChoose(line, variant),
      onOpen: (line, part) => current.current.toggle(line, part),
      onQuantity: (line, quantity) => now().onQuantity(line, quantity),
      editing: {
        onSave: async (line, form) => {
          await now().editing.onSave(line, form)
          setOpen(null)
          requestAnimationFrame(() => current.current.focus.keepFocus(line.id))
        },
        ...(canMove
          ? {
              onRemove: line => {
                setOpen(null)
                now().editing.onRemove?.(line)
              },
              onMove: (line, by) => {
                current.current.focus.move()
                now().editing.onMove?.(line, by)
              },
            }
          : {}),
      },
    }
  }, [canMove])

  return { open, actions: stable }
}
