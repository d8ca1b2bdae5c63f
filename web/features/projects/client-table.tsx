import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClientLine, ClientProject } from '#contract/shares.ts'
import { writeWish } from '#contract/size-label.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCircle } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { WorkTable, workCell, workRow } from '#web/ui/work-table.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { lineForms, quantityText } from './words.ts'

// Loads what checks forms, which most readers never need.
const RemarkDialog = lazy(() => import('./remark-dialog.tsx'))

interface ClientTableProps {
  token: string
  lines: ClientLine[]
  totals: ClientProject['totals']
  /** Lines before the first that is there, without remarks. */
  before: number
  /** Where the lines go on. */
  more: ReactNode
}

/** «Итого, 14 строк», or of how many of them, where some have no price yet. */
const totalText = ({ lines, priced_lines }: ClientProject['totals']) =>
  priced_lines < lines
    ? `Итого, ${priced_lines} из ${counted(lines, ['строки', 'строк', 'строк'])}`
    : `Итого, ${counted(lines, lineForms)}`

/** A project as a client sees it. */
export function ClientTable({ token, lines, totals, before, more }: ClientTableProps) {
  const [remarked, setRemarked] = useState<ClientLine | null>(null)
  const hasPrices = totals.price !== null
  const hasCompanies = lines.some(({ company_name }) => company_name !== null)
  const columns = [
    { key: 'number', name: '№' },
    { key: 'plant', name: 'Растение и размер', className: 'md:w-full' },
    { key: 'quantity', name: 'Кол-во', className: 'text-right' },
    ...(hasCompanies ? [{ key: 'company', name: 'Питомник' }] : []),
    ...(hasPrices
      ? [
          { key: 'price', name: 'Цена', className: 'text-right' },
          { key: 'sum', name: 'Сумма', className: 'text-right' },
        ]
      : []),
    { key: 'remark', name: 'Замечание', isUnseen: true, className: 'print:hidden' },
  ]
  let number = before
  return (
    <>
      <WorkTable caption="Ассортиментная ведомость" columns={columns} isPrinted>
        <tbody className="max-md:block print:table-row-group">
          {lines.map(line => {
            if (!line.is_note) number++
            return line.is_note ? (
              <tr key={line.id} className="max-md:block print:table-row">
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className="border-b border-line pt-5 pb-1.5 font-serif text-lg font-medium wrap-anywhere max-md:block print:table-cell print:pt-4"
                >
                  {line.name}
                </th>
              </tr>
            ) : (
              <tr key={line.id} className={workRow}>
                <td className={`${workCell} text-sm text-muted tabular-nums max-md:hidden`}>{number}</td>
                <th scope="row" className={`${workCell} font-normal`}>
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
                <td className={`${workCell} text-right whitespace-nowrap tabular-nums`}>{quantityText(line)}</td>
                {hasCompanies && <td className={`${workCell} text-sm wrap-anywhere`}>{line.company_name}</td>}
                {hasPrices && (
                  <>
                    <td className={`${workCell} text-sm whitespace-nowrap text-muted tabular-nums md:text-right`}>
                      {line.unit_price === null ? '' : formatPrice(line.unit_price)}
                    </td>
                    <td className={`${workCell} text-right font-semibold whitespace-nowrap tabular-nums`}>
                      {line.total === null ? (
                        <span className="text-sm font-normal text-muted">цена уточняется</span>
                      ) : (
                        formatPrice(line.total)
                      )}
                    </td>
                  </>
                )}
                <td className={`${workCell} needs-script max-md:col-span-2 md:pr-0 md:text-right print:hidden`}>
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
              <td
                colSpan={columns.length}
                className="border-b border-line py-2 text-center max-md:block print:table-cell"
              >
                {more}
              </td>
            </tr>
          )}
        </tbody>
        {totals.price !== null && (
          <tfoot className="max-md:block print:table-footer-group">
            <tr className="font-semibold max-md:flex max-md:justify-between max-md:gap-4 max-md:py-3 print:table-row">
              <th scope="row" colSpan={columns.length - 2} className={`${workCell} py-3 text-right`}>
                {totalText(totals)}
              </th>
              <td className={`${workCell} text-right whitespace-nowrap tabular-nums`}>{formatPrice(totals.price)}</td>
              <td className="max-md:hidden print:hidden" />
            </tr>
          </tfoot>
        )}
      </WorkTable>
      {remarked && (
        <Suspense>
          <RemarkDialog token={token} line={remarked} onClose={() => setRemarked(null)} />
        </Suspense>
      )}
    </>
  )
}
