import { Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Category, PlantRef } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { nextFocus, rowAction } from '#web/ui/row-keys.ts'
import { RowEditor } from './row-editor.tsx'
import { RowItem } from './row-item.tsx'
import { RowCells, RowTable, tableColumns } from './row-table.tsx'
import { type Correction, keyOf } from './use-correct-row.ts'

interface ListActions {
  onPlant: (row: PriceListRow, plant: PlantRef | null) => Promise<void>
  onCategory: (row: PriceListRow, category: number) => Promise<void>
  onSkip: (row: PriceListRow, isSkipped: boolean) => Promise<void>
  onForget: (row: PriceListRow) => Promise<void>
  onSave: (row: PriceListRow, body: Correction) => Promise<unknown>
}

interface RowListProps {
  rows: readonly PriceListRow[]
  label: string
  hasSheets: boolean
  categories: readonly Category[]
  /** Rows that are being saved, by their keys. */
  busy: ReadonlySet<string>
  /** `null`: nothing can be changed. */
  actions: ListActions | null
  /** A table, for rows that need no answer. */
  isDense?: boolean
}

type ListKeysOptions = Pick<RowListProps, 'rows' | 'busy' | 'actions'> & { onEdit: (key: string) => void }

/** The keys that act on the row in which the focus is, and the focus when rows go. */
function useListKeys({ rows, busy, actions, onEdit }: ListKeysOptions) {
  const list = useRef<HTMLElement>(null)
  const keys = rows.map(keyOf)
  const before = useRef(keys)
  /** Of the row in which the focus was last. */
  const focused = useRef<string | null>(null)

  const itemOf = (key: string) =>
    [...(list.current?.children ?? [])].find(item => item.getAttribute('data-row') === key)

  /** To the first thing that one can do with a row. */
  function focusRow(key: string | null): void {
    const item = key === null ? null : itemOf(key)
    const target = item?.querySelector<HTMLElement>('[data-candidate], [data-edit]')
    target?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
  }

  // A row that is dealt with goes, and others with it: the focus must not go with them.
  useLayoutEffect(() => {
    const known = before.current
    before.current = keys
    const last = focused.current
    if (last === null || keys.includes(last) || document.activeElement !== document.body) return
    const next = nextFocus(known, keys, last)
    focused.current = next
    if (next === null) list.current?.focus()
    else focusRow(next)
  })

  function act(event: KeyboardEvent): void {
    if (!actions || !(event.target instanceof HTMLElement)) return
    // In a field a key writes, or chooses.
    if (event.target.matches('input, select, textarea')) return
    const key = event.target.closest('[data-row]')?.getAttribute('data-row') ?? ''
    const row = rows.find(other => keyOf(other) === key)
    if (!row) return
    const candidates = row.plant ? [] : row.candidates
    const action = rowAction(event, candidates.length)
    if (!action) return
    event.preventDefault()
    if (action.do === 'move') focusRow(keys[keys.indexOf(key) + action.by] ?? null)
    else if (action.do === 'edit') onEdit(key)
    else if (busy.has(key)) return
    else if (action.do === 'skip') void actions.onSkip(row, row.state !== 'skipped')
    else if (action.do === 'none') void actions.onPlant(row, null)
    else {
      const candidate = candidates[action.place]
      if (candidate) void actions.onPlant(row, candidate.plant)
    }
  }

  const takeFocus = (key: string) => {
    focused.current = key
  }
  const setList = (element: HTMLElement | null) => {
    list.current = element
  }

  return { setList, itemOf, takeFocus, act }
}

/** Rows, with the keys that act on the one in which the focus is. */
export function RowList({ rows, label, hasSheets, categories, busy, actions, isDense = false }: RowListProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { setList, itemOf, takeFocus, act } = useListKeys({ rows, busy, actions, onEdit: toggle })

  function toggle(key: string): void {
    setOpenKey(openKey === key ? null : key)
  }
  function close(key: string): void {
    flushSync(() => setOpenKey(null))
    itemOf(key)?.querySelector<HTMLElement>('[data-edit]')?.focus()
  }

  const editorOf = (row: PriceListRow, { onSave }: ListActions) => (
    <RowEditor row={row} categories={categories} onSave={body => onSave(row, body)} onClose={() => close(keyOf(row))} />
  )

  if (isDense)
    return (
      <RowTable label={label} hasActions={actions !== null}>
        <tbody ref={setList} tabIndex={-1} onKeyDown={act} className="outline-none">
          {rows.map(row => {
            const key = keyOf(row)
            const isOpen = openKey === key
            return (
              <Fragment key={key}>
                <tr data-row={key} onFocus={() => takeFocus(key)} className="scroll-mt-24 focus-within:bg-leaf-soft/35">
                  <RowCells
                    row={row}
                    hasSheets={hasSheets}
                    busy={busy.has(key)}
                    isOpen={isOpen}
                    actions={
                      actions && {
                        onSkip: isSkipped => void actions.onSkip(row, isSkipped),
                        onEdit: () => toggle(key),
                      }
                    }
                  />
                </tr>
                {isOpen && actions && (
                  <tr>
                    <td colSpan={tableColumns} className="border-b border-line p-3">
                      {/* No wider than what is seen of the table. */}
                      <div className="sticky left-3 w-[calc(100cqw-1.5rem)] max-w-3xl">{editorOf(row, actions)}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </RowTable>
    )
  return (
    <ul ref={setList} aria-label={label} tabIndex={-1} onKeyDown={act} className="outline-none">
      {rows.map(row => {
        const key = keyOf(row)
        const isOpen = openKey === key
        return (
          <li
            key={key}
            data-row={key}
            onFocus={() => takeFocus(key)}
            className="scroll-mt-24 border-line p-4 transition-colors not-first:border-t focus-within:bg-leaf-soft/35 sm:px-5"
          >
            <RowItem
              row={row}
              hasSheets={hasSheets}
              categories={categories}
              busy={busy.has(key)}
              isOpen={isOpen}
              actions={
                actions && {
                  onPlant: plant => void actions.onPlant(row, plant),
                  onCategory: category => void actions.onCategory(row, category),
                  onSkip: isSkipped => void actions.onSkip(row, isSkipped),
                  onForget: () => void actions.onForget(row),
                  onEdit: () => toggle(key),
                }
              }
            />
            {isOpen && actions && editorOf(row, actions)}
          </li>
        )
      })}
    </ul>
  )
}
