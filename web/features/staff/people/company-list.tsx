import type { StaffCompany } from '#contract/staff-people.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { dayOf } from '../dates.ts'
import { BlockNote } from './block-note.tsx'
import { CompanyCounts, CompanyCreator, CompanyDeed, CompanyName } from './company-cells.tsx'

/** A table where there is room for it, cards elsewhere. */
export function CompanyList({ companies }: { companies: StaffCompany[] }) {
  return useIsWide() ? <CompanyTable companies={companies} /> : <CompanyCards companies={companies} />
}

function CompanyTable({ companies }: { companies: StaffCompany[] }) {
  return (
    <Table caption="Компании">
      <thead>
        <tr>
          <HeadCell>Компания</HeadCell>
          <HeadCell>Создатель</HeadCell>
          <HeadCell>Что есть</HeadCell>
          <HeadCell>На сайте с</HeadCell>
          <HeadCell>
            <span className="sr-only">Действия</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {companies.map(company => (
          <tr key={company.id}>
            <Cell className="min-w-52">
              <CompanyName company={company} />
              {company.block && (
                <div className="mt-2">
                  <BlockNote block={company.block} />
                </div>
              )}
            </Cell>
            <Cell className="min-w-44">
              <CompanyCreator company={company} />
            </Cell>
            <Cell>
              <CompanyCounts company={company} />
            </Cell>
            <Cell className="text-sm whitespace-nowrap">
              <time dateTime={company.created_at}>{dayOf(company.created_at)}</time>
            </Cell>
            <Cell className="pr-0 text-right">
              <CompanyDeed company={company} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function CompanyCards({ companies }: { companies: StaffCompany[] }) {
  return (
    <ul aria-label="Компании" className="grid gap-3 sm:grid-cols-2">
      {companies.map(company => (
        <li key={company.id} className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
          <CompanyName company={company} />
          <CompanyCreator company={company} />
          <CompanyCounts company={company} />
          <p className="text-sm text-muted">На сайте с {dayOf(company.created_at)}</p>
          {company.block && <BlockNote block={company.block} />}
          <CompanyDeed company={company} className="min-h-11" />
        </li>
      ))}
    </ul>
  )
}
