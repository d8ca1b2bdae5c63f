import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputOf } from '#contract/calls.ts'
import type { CorrectedRow, PriceListRow } from '#contract/price-lists.ts'
import { useApp } from '#web/lib/app-context.ts'
import { listQuery, rowsKey } from './api.ts'

export type Correction = InputOf<'PATCH /price-lists/:id/rows/:sheet/:row/', 'body'>

export const keyOf = ({ sheet, row, part }: Pick<PriceListRow, 'sheet' | 'row' | 'part'>) =>
  `${row} ${part ?? ''} ${sheet}`

/**
 * Corrects rows of a list one after another, as they were said, and loads what follows from it: the other rows are
 * compared again. `correct` resolves when the screen shows it, and throws what the server refused.
 */
export function useCorrectRow(id: string) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<Promise<unknown>>(Promise.resolve())

  async function correct(row: PriceListRow, body: Correction): Promise<CorrectedRow> {
    const key = keyOf(row)
    setBusy(before => new Set(before).add(key))
    const turn = last.current.then(() =>
      api.call('PATCH /price-lists/:id/rows/:sheet/:row/', {
        params: { id, sheet: row.sheet, row: String(row.row) },
        query: row.part === null ? {} : { part: row.part },
        body,
      }),
    )
    last.current = turn.catch(() => undefined)
    try {
      const corrected = await turn
      await Promise.all([
        queries.invalidateQueries({ queryKey: listQuery(api, id).queryKey }),
        queries.invalidateQueries({ queryKey: rowsKey(id) }),
      ])
      return corrected
    } finally {
      setBusy(before => new Set([...before].filter(other => other !== key)))
    }
  }

  return { correct, busy }
}
