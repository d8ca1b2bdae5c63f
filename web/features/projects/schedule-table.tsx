import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Project, ProjectLine } from '#contract/projects.ts'
import { writeWish } from '#contract/size-label.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { WorkTable, workCell, workRow } from '#web/ui/work-table.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { numbersOf } from './view.ts'
import { chosenOf, fitText, lineForms, quantityText, unitPriceText } from './words.ts'

const columns = [
  { key: 'number', name: '№' },
  { key: 'plant', name: 'Растение и размер' },
  { key: 'quantity', name: 'Кол-во', className: 'text-right' },
  { key: 'offer', name: 'Предложение' },
  { key: 'price', name: 'Цена', className: 'text-right' },
  { key: 'sum', name: 'Сумма', className: 'text-right' },
]

interface ScheduleTableProps {
  project: Pick<Project, 'lines' | 'totals'>
  /** Lines before the first that is there, without remarks. */
  before?: number
  /** Where the lines go on. */
  more?: ReactNode
}

/** A project to be read: as it is printed, and as others see it. */
export function ScheduleTable({ project: { lines, totals }, before = 0, more }: ScheduleTableProps) {
  const numbers = numbersOf(lines, before)
  return (
    <WorkTable caption="Ассортиментная ведомость" columns={columns} isPrinted>
      <tbody className="max-md:block print:table-row-group">
        {lines.map(line =>
          line.state === 'note' ? (
            <tr key={line.id} className="max-md:block print:table-row">
              <th
                scope="rowgroup"
                colSpan={6}
                className="border-b border-line pt-5 pb-1.5 font-serif text-lg font-medium wrap-anywhere max-md:block print:table-cell print:pt-4"
              >
                {line.name || line.text}
              </th>
            </tr>
          ) : (
            <Row key={line.id} line={line} number={numbers.get(line.id) ?? 0} />
          ),
        )}
        {more && (
          <tr className="max-md:block print:table-row">
            <td colSpan={6} className="border-b border-line py-2 text-center max-md:block print:table-cell">
              {more}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot className="max-md:block print:table-row-group">
        <tr className="break-inside-avoid max-md:flex max-md:justify-between print:table-row">
          <th scope="row" colSpan={5} className="py-3 pr-2 text-right font-semibold">
            Итого, {counted(totals.lines, lineForms)}
          </th>
          <td className="py-3 text-right font-semibold whitespace-nowrap tabular-nums">{formatPrice(totals.price)}</td>
        </tr>
        {totals.companies.map(({ company, price, short_of_minimum: missing }) => (
          <tr
            key={company.id}
            className="break-inside-avoid text-sm max-md:flex max-md:justify-between print:table-row"
          >
            <th scope="row" colSpan={5} className="py-1 pr-2 text-right font-normal wrap-anywhere">
              {company.company_name}
              {missing > 0 && (
                <span className="block text-accent-strong">
                  до минимального заказа не хватает {formatPrice(missing)}
                </span>
              )}
            </th>
            <td className="py-1 text-right align-top whitespace-nowrap tabular-nums">{formatPrice(price)}</td>
          </tr>
        ))}
      </tfoot>
    </WorkTable>
  )
}

function Row({ line, number }: { line: ProjectLine; number: number }) {
  const { name, plant, wish, warning } = line
  const chosen = chosenOf(line)
  const size = writeWish(wish)
  return (
    <tr className={workRow}>
      <td className={`${workCell} text-sm text-muted tabular-nums max-md:hidden`}>{number}</td>
      <th scope="row" className={`${workCell} font-normal`}>
        <span className="block font-semibold wrap-anywhere">{name || plant?.name || line.text}</span>
        {plant && (
          <span className="block text-sm wrap-anywhere text-muted">
            <Link to={`/plants/${plant.slug}`} className="inline-block min-h-6 underline-offset-4 hover:underline">
              <LatinName>{plant.latin_name}</LatinName>
            </Link>
          </span>
        )}
        {size && (
          <span className="block text-sm">
            <SizeLabel label={size} />
          </span>
        )}
        {warning && <span className="block text-sm text-accent-strong">{warning}</span>}
      </th>
      <td className={`${workCell} text-right whitespace-nowrap tabular-nums`}>{quantityText(line)}</td>
      <td className={`${workCell} text-sm`}>
        {chosen ? (
          <>
            <Link
              to={`/teams/get_current_team/${chosen.company.id}`}
              className="inline-block min-h-6 text-leaf wrap-anywhere underline-offset-4 hover:underline"
            >
              {chosen.company.company_name}
            </Link>
            <span className="block">
              {chosen.variant.label && <SizeLabel label={chosen.variant.label} />}
              {chosen.fit !== 'exact' && <span className="text-accent-strong">{fitText[chosen.fit]}</span>}
            </span>
          </>
        ) : (
          <span className="text-muted">не выбрано</span>
        )}
      </td>
      <td className={`${workCell} text-right text-sm whitespace-nowrap text-muted tabular-nums max-md:hidden`}>
        {chosen && unitPriceText(chosen)}
      </td>
      <td className={`${workCell} text-right font-semibold whitespace-nowrap tabular-nums`}>
        {chosen &&
          (chosen.total === null ? (
            <span className="font-normal">{unitPriceText(chosen)}</span>
          ) : (
            formatPrice(chosen.total)
          ))}
      </td>
    </tr>
  )
}
