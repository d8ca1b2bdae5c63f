import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClientLine, ClientProject } from '#contract/shares.ts'
import { writeWish } from '#contract/size-label.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCircle } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { lineForms, quantityText } from './words.ts'

// Loads what checks forms, which most readers never need.
const RemarkDialog = lazy(() => import('./remark-dialog.tsx'))

// A table where there is room and on paper; elsewhere each row is a card.
const cell = 'md:px-2 md:py-2 md:align-top max-md:block max-md:min-w-0 print:px-2 print:py-1.5 print:align-top'
const head = 'border-b-2 border-ink/70 px-2 py-1.5 align-bottom text-sm font-semibold'

interface ClientTableProps {
  token: string
  lines: ClientLine[]
  totals: ClientProject['totals']
  /** Lines before the first that is there, without remarks. */
  before: number
  /** Where the lines go on. */
  more: ReactNode
}

/** A project as a client sees it. */
export function ClientTable({ token, lines, totals, before, more }: ClientTableProps) {
  const [remarked, setRemarked] = useState<ClientLine | null>(null)
  const hasPrices = totals.price !== null
  const hasCompanies = lines.some(({ company_name }) => company_name !== null)
  const columns = 4 + (hasCompanies ? 1 : 0) + (hasPrices ? 2 : 0)
  let number = before
  return (
    <>
      <table className="w-full border-collapse text-left max-md:block print:table print:[zoom:0.75]">
        <caption className="sr-only">Ассортиментная ведомость</caption>
        <thead className="max-md:sr-only print:not-sr-only print:table-header-group">
          <tr>
            <th scope="col" className={`${head} pl-0`}>
              №
            </th>
            <th scope="col" className={head}>
              Растение и размер
            </th>
            <th scope="col" className={`${head} text-right`}>
              Кол-во
            </th>
            {hasCompanies && (
              <th scope="col" className={head}>
                Питомник
              </th>
            )}
            {hasPrices && (
              <>
                <th scope="col" className={`${head} text-right`}>
                  Цена
                </th>
                <th scope="col" className={`${head} text-right`}>
                  Сумма
                </th>
              </>
            )}
            <th scope="col" className={`${head} pr-0 print:hidden`}>
              <span className="sr-only">Замечание</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block print:table-row-group">
          {lines.map(line => {
            if (!line.is_note) number++
            return line.is_note ? (
              <tr key={line.id} className="max-md:block print:table-row">
                <th
                  scope="rowgroup"
                  colSpan={columns}
                  className="border-b border-line pt-5 pb-1.5 font-serif text-lg font-medium wrap-anywhere max-md:block print:table-cell print:pt-4"
                >
                  {line.name}
                </th>
              </tr>
            ) : (
              <tr
                key={line.id}
                className="break-inside-avoid border-b border-line max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-3 print:table-row"
              >
                <td className={`${cell} text-sm text-muted tabular-nums max-md:hidden md:pl-0 print:table-cell`}>
                  {number}
                </td>
                <th scope="row" className={`${cell} font-normal print:table-cell`}>
                  <span className="block font-semibold wrap-anywhere">{line.name}</span>
                  {line.latin_name && (
                    <span className="block text-sm wrap-anywhere text-muted">
                      <LatinName>{line.latin_name}</LatinName>
                    </span>
                  )}
                  {writeWish(line.wish) && (
                    <span className="block text-sm">
                      <SizeLabel label={writeWish(line.wish)} />
                    </span>
                  )}
                  {line.warning && <span className="block text-sm text-accent-strong">{line.warning}</span>}
                </th>
                <td className={`${cell} text-right whitespace-nowrap tabular-nums print:table-cell`}>
                  {quantityText(line)}
                </td>
                {hasCompanies && (
                  <td className={`${cell} text-sm wrap-anywhere print:table-cell`}>{line.company_name}</td>
                )}
                {hasPrices && (
                  <>
                    <td
                      className={`${cell} text-sm whitespace-nowrap text-muted tabular-nums md:text-right print:table-cell`}
                    >
                      {line.unit_price === null ? '' : formatPrice(line.unit_price)}
                    </td>
                    <td className={`${cell} text-right font-semibold whitespace-nowrap tabular-nums print:table-cell`}>
                      {line.total === null ? '' : formatPrice(line.total)}
                    </td>
                  </>
                )}
                <td className={`${cell} needs-script max-md:col-span-2 md:pr-0 md:text-right print:hidden`}>
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={`Замечание: ${line.name}`}
                    onClick={() => setRemarked(line)}
                    className="max-md:-ml-3"
                  >
                    <MessageCircle size={17} />
                    Замечание
                  </Button>
                </td>
              </tr>
            )
          })}
          {more && (
            <tr className="max-md:block print:table-row">
              <td colSpan={columns} className="border-b border-line py-2 text-center max-md:block print:table-cell">
                {more}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {totals.price !== null && (
        <p className="flex justify-end gap-6 py-3 font-semibold">
          <span>Итого, {counted(totals.lines, lineForms)}</span>
          <span className="whitespace-nowrap tabular-nums">{formatPrice(totals.price)}</span>
        </p>
      )}
      {remarked && (
        <Suspense>
          <RemarkDialog token={token} line={remarked} onClose={() => setRemarked(null)} />
        </Suspense>
      )}
    </>
  )
}
