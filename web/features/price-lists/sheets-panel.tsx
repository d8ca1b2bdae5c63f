import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ColumnField, PriceList, PriceListSheet } from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Check, ChevronUp, CircleAlert, PencilLine } from '#web/ui/icons.ts'
import { SheetEditor } from './sheet-editor.tsx'
import { fieldName, rowForms } from './words.ts'

interface SheetsPanelProps {
  list: PriceList
  /** Sheets whose columns were guessed. */
  guessed: ReadonlySet<string>
  onReadAgain: (list: PriceList) => void
}

/** How each sheet was understood, in a line; opened, its columns are told what they are. */
export function SheetsPanel({ list, guessed, onReadAgain }: SheetsPanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-2xl">
        Что в файле
      </h2>
      <ul className="rounded-lg border border-line bg-surface">
        {list.sheets.map(sheet => (
          <SheetItem
            key={sheet.name}
            listId={list.id}
            sheet={sheet}
            isGuessed={guessed.has(sheet.name)}
            onReadAgain={onReadAgain}
          />
        ))}
      </ul>
    </section>
  )
}

const naming = new Set<ColumnField>(['name', 'latin_name', 'genus', 'species', 'cultivar'])
const isPrice = (field: ColumnField | null) => field?.startsWith('price') === true

/** What a sheet lacks to be a price list; `""`: nothing. */
export function lackOf({ is_skipped, columns }: PriceListSheet, isGuessed: boolean): string {
  if (is_skipped || columns.length === 0) return ''
  const hasNames = columns.some(({ field }) => field !== null && naming.has(field))
  const hasPrices = columns.some(({ field }) => isPrice(field))
  if (!hasNames) return 'Не нашли, где названия растений. Укажите столбец.'
  if (hasPrices && isGuessed) return 'Не уверены, что в столбцах, прежде всего — где цена. Проверьте их.'
  return hasPrices ? '' : 'Не нашли, где цена: все растения будут «по запросу». Если цена есть, укажите столбец.'
}

/** «Название, Размер, Цена; не используем: Фото» */
export function columnsLine({ columns, is_skipped }: PriceListSheet): string {
  if (is_skipped) return 'Лист не читаем'
  const used = columns.filter(({ field }) => field !== null)
  const unused = columns.filter(({ field, samples }) => field === null && samples.length > 0)
  const names = [...new Set(used.map(({ field }) => fieldName(field)))].join(', ')
  const rest = unused.map(({ title, index }) => title || `столбец ${index + 1}`).join(', ')
  return [names || 'Столбцы не распознаны', rest && `не используем: ${rest}`].filter(Boolean).join('; ')
}

interface SheetItemProps {
  listId: string
  sheet: PriceListSheet
  isGuessed: boolean
  onReadAgain: SheetsPanelProps['onReadAgain']
}

function SheetItem({ listId, sheet, isGuessed, onReadAgain }: SheetItemProps) {
  const lack = lackOf(sheet, isGuessed)
  /** `null`: open while something is lacking. */
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? lack !== ''
  const button = useRef<HTMLButtonElement>(null)
  return (
    <li className="border-line px-4 py-3 not-first:border-t sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 grow basis-64 gap-2.5">
          {lack ? (
            <CircleAlert size={20} className="mt-0.5 shrink-0 text-accent" />
          ) : (
            <Check size={20} className="mt-0.5 shrink-0 text-success" />
          )}
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <strong className="font-semibold">{sheet.name}</strong>
              {!sheet.is_skipped && sheet.header_rows > 0 && (
                <span className="text-sm text-muted">, заголовок: {counted(sheet.header_rows, rowForms)}</span>
              )}
            </p>
            <p className="text-sm wrap-anywhere text-muted">{columnsLine(sheet)}</p>
            {lack && <p className="text-sm text-accent-strong">{lack}</p>}
          </div>
        </div>
        <Button
          ref={button}
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Свернуть' : 'Изменить'}: ${sheet.name}`}
          onClick={() => setOpen(!isOpen)}
          className="-mr-3"
        >
          {isOpen ? <ChevronUp size={16} /> : <PencilLine size={16} />}
          {isOpen ? 'Свернуть' : 'Изменить'}
        </Button>
      </div>
      {isOpen && (
        <SheetEditor
          listId={listId}
          sheet={sheet}
          onReadAgain={onReadAgain}
          onClose={() => {
            flushSync(() => setOpen(false))
            button.current?.focus()
          }}
        />
      )}
    </li>
  )
}
