import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ColumnField, columnFields, type PriceList, type PriceListSheet } from '#contract/price-lists.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { firstRowsQuery } from './api.ts'
import { fieldName } from './words.ts'

interface SheetEditorProps {
  listId: string
  sheet: PriceListSheet
  onReadAgain: (list: PriceList) => void
  onClose: () => void
}

type Column = PriceListSheet['columns'][number]

/** What is in each column, beside the file's first rows. */
export function SheetEditor({ listId, sheet, onReadAgain, onClose }: SheetEditorProps) {
  const { api } = useApp()
  const isWide = useIsWide()
  const [isSkipped, setSkipped] = useState(sheet.is_skipped)
  const [headerRows, setHeaderRows] = useState(String(sheet.header_rows))
  const [fields, setFields] = useState<ReadonlyMap<number, ColumnField | null>>(new Map())
  const readAgain = useMutation({
    mutationFn: () => {
      const changed = sheet.columns.filter(({ index, field }) => fields.has(index) && fields.get(index) !== field)
      return api.call('PATCH /price-lists/:id/', {
        params: { id: listId },
        body: {
          sheets: [
            {
              name: sheet.name,
              is_skipped: isSkipped,
              ...(headerRows === String(sheet.header_rows) ? {} : { header_rows: Number(headerRows) }),
              ...(changed.length > 0
                ? { columns: changed.map(({ index }) => ({ index, field: fields.get(index) ?? null })) }
                : {}),
            },
          ],
        },
      })
    },
    onSuccess: onReadAgain,
  })
  const { error } = readAgain
  const refused = error instanceof ApiError ? Object.values(error.fields).flat() : []
  const messages = error ? (refused.length > 0 ? refused.map(({ message }) => message) : [error.message]) : []
  // A column with nothing in it needs no answer.
  const columns = sheet.columns.filter(({ title, samples, field }) => title !== '' || samples.length > 0 || field)
  const fieldOf = ({ index, field }: Column) => (fields.has(index) ? (fields.get(index) ?? null) : field)
  const choose = (index: number, field: ColumnField | null) => setFields(before => new Map(before).set(index, field))

  return (
    <form
      aria-label={`Как читать лист «${sheet.name}»`}
      className="mt-4 grid gap-4 [&>*]:min-w-0"
      onSubmit={event => {
        event.preventDefault()
        if (!readAgain.isPending) readAgain.mutate()
      }}
    >
      <FormErrors messages={messages} />
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <CheckboxField
          label="Не читать этот лист"
          checked={isSkipped}
          onChange={event => setSkipped(event.target.checked)}
        />
        {!isSkipped && (
          <TextField
            label="Строк в заголовке таблицы"
            hint="0, если заголовка нет"
            type="number"
            min={0}
            max={100}
            required
            value={headerRows}
            onChange={event => setHeaderRows(event.target.value)}
            className="w-56"
          />
        )}
      </div>
      {!isSkipped &&
        (isWide ? (
          <ColumnTable listId={listId} sheet={sheet} columns={columns} fieldOf={fieldOf} onChoose={choose} />
        ) : (
          <ul className="grid gap-4">
            {columns.map(column => (
              <li key={column.index} className="rounded-lg border border-line p-3">
                <ColumnChoice column={column} field={fieldOf(column)} onChoose={choose} isLabelled />
                <p className="mt-2 text-sm wrap-anywhere text-muted">{column.samples.join(' · ')}</p>
              </li>
            ))}
          </ul>
        ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={readAgain.isPending}>
          Прочитать заново
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
      </div>
    </form>
  )
}

const nameOf = ({ title, index }: Column) => title || `Столбец ${index + 1}`

interface ColumnChoiceProps {
  column: Column
  field: ColumnField | null
  onChoose: (index: number, field: ColumnField | null) => void
  /** Shows the column's title above. */
  isLabelled?: boolean
}

const quantityOf = (field: ColumnField | null) => (field?.startsWith('price_from:') ? field.slice(11) : null)

function ColumnChoice({ column, field, onChoose, isLabelled }: ColumnChoiceProps) {
  const { index } = column
  const quantity = quantityOf(field)
  // What is typed may be no number yet.
  const [typed, setTyped] = useState(quantity ?? '10')
  const name = nameOf(column)
  const label = isLabelled ? name : <span className="sr-only">{name}</span>
  const setQuantity = (text: string) => {
    setTyped(text)
    if (/^[1-9]\d{0,5}$/.test(text)) onChoose(index, `price_from:${Number(text)}`)
  }
  return (
    <div className="grid gap-2">
      <SelectField
        label={label}
        value={quantity === null ? (field ?? '') : 'price_from'}
        onChange={({ target: { value } }) => {
          if (value === 'price_from') setQuantity(typed)
          else onChoose(index, value === '' ? null : (value as ColumnField))
        }}
      >
        <option value="">Не использовать</option>
        {columnFields.map(known => (
          <option key={known} value={known}>
            {fieldName(known)}
          </option>
        ))}
        <option value="price_from">Цена от количества</option>
      </SelectField>
      {quantity !== null && (
        <TextField
          label={
            <>
              От скольких штук<span className="sr-only">: {name}</span>
            </>
          }
          type="number"
          min={1}
          max={999_999}
          required
          value={typed}
          onChange={event => setQuantity(event.target.value)}
        />
      )}
    </div>
  )
}

interface ColumnTableProps {
  listId: string
  sheet: PriceListSheet
  columns: Column[]
  fieldOf: (column: Column) => ColumnField | null
  onChoose: ColumnChoiceProps['onChoose']
}

function ColumnTable({ listId, sheet, columns, fieldOf, onChoose }: ColumnTableProps) {
  const { api } = useApp()
  const { data } = useQuery(firstRowsQuery(api, listId, sheet.name))
  return (
    <Table caption={`Первые строки листа «${sheet.name}»`} className="relative border border-line">
      <thead>
        <tr>
          <HeadCell>Строка</HeadCell>
          {columns.map(column => (
            <HeadCell key={column.index} className="min-w-48">
              <ColumnChoice column={column} field={fieldOf(column)} onChoose={onChoose} />
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {data?.results.map(({ row, kind, cells }) => (
          <tr key={row} className={kind === 'offer' ? undefined : 'bg-sunken text-muted'}>
            <Cell className="text-sm tabular-nums">{row}</Cell>
            {columns.map(({ index }) => (
              <Cell key={index} className="max-w-72 text-sm wrap-anywhere">
                {cells[index] ?? ''}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
