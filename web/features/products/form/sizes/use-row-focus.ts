import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { emptySize } from './size-values.ts'

interface RowFocusOptions {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  fields: readonly unknown[]
  submitCount: number
  /** The row to focus when the table appears. */
  beginAt: number | null
}

/** Which row of the table is open, and where the focus is to be: at the start, after a refusal, after a change. */
export function useRowFocus({ form, fields, submitCount, beginAt }: RowFocusOptions) {
  const list = useRef<HTMLOListElement>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)

  /** Moves the focus to a field of a row; opens the row if the field is not rendered. */
  function focus(place: number, name: string): void {
    const item = list.current?.children[place]
    const find = () =>
      item?.querySelector<HTMLElement>(`[name="variants.${place}.${name}"], [id="variants.${place}.${name}"]`)
    const isDrawn = (find()?.getClientRects().length ?? 0) > 0
    if (!isDrawn) flushSync(() => setOpenKey(item?.getAttribute('data-key') ?? null))
    find()?.focus()
  }

  /** Shows the first field with an error, unless there is one before the table. */
  const showFirstError = useEffectEvent(() => {
    const { errors: wrong } = form.formState
    if (Object.keys(form.getValues()).find(name => name in wrong) !== 'variants') return
    const place = fields.findIndex((_, index) => wrong.variants?.[index])
    const name = Object.keys(emptySize).find(field => field in (wrong.variants?.[place] ?? {}))
    if (name) focus(place, name === 'price_tiers' ? 'price_tiers.0.price' : name)
  })
  useEffect(() => {
    if (submitCount > 0) queueMicrotask(() => showFirstError())
  }, [submitCount])

  const begin = useEffectEvent(() => {
    if (beginAt !== null) focus(beginAt, 'girth')
  })
  useEffect(() => queueMicrotask(() => begin()), [])

  return { list, openKey, setOpenKey, focus }
}
