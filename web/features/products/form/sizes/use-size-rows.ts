import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFieldArrayReturn, UseFormReturn } from 'react-hook-form'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { isBlank, type SizeValues } from './size-values.ts'

export type SizeRows = UseFieldArrayReturn<ProductValues, 'variants', 'key'>

interface Removed {
  place: number
  size: SizeValues
}

interface SizeRowsOptions {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  rows: SizeRows
  focus: (place: number, name: string) => void
}

/** Adds, moves and removes sizes, and leaves the focus where the work goes on. */
export function useSizeRows({ form, rows, focus }: SizeRowsOptions) {
  const { fields } = rows
  const [removed, setRemoved] = useState<Removed | null>(null)
  /** What is said of a row that was moved. */
  const [moved, setMoved] = useState('')

  function add(read: SizeValues[], after: number | null): void {
    const now = form.getValues('variants')
    const place = after ?? now.length - 1
    const target = now[place]
    // A blank row is replaced.
    if (target && isBlank(target)) {
      rows.remove(place)
      rows.insert(place, read, { shouldFocus: false })
    } else rows.insert(place + 1, read, { shouldFocus: false })
  }

  function insert(place: number, size: SizeValues): void {
    flushSync(() => rows.insert(place, size, { shouldFocus: false }))
    focus(place, 'girth')
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= fields.length) return
    const focused = document.activeElement?.getAttribute('name') ?? document.activeElement?.id ?? ''
    flushSync(() => rows.move(from, to))
    setMoved(`Размер теперь ${to + 1}-й из ${fields.length}`)
    // Moved nodes lose the focus.
    if (focused.startsWith(`variants.${from}.`)) focus(to, focused.slice(`variants.${from}.`.length))
  }

  function remove(place: number): void {
    const size = form.getValues('variants')[place]
    if (!size) return
    setRemoved(isBlank(size) ? null : { place, size })
    flushSync(() => rows.remove(place))
    focus(Math.min(place, fields.length - 2), 'girth')
  }

  function restore(): void {
    if (!removed) return
    insert(Math.min(removed.place, fields.length), removed.size)
    setRemoved(null)
  }

  return { moved, removed, add, insert, move, remove, restore }
}
