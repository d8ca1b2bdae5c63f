import type { StaffCompany } from '#contract/moderation/people.ts'
import { BlockableList } from './blockable-list.tsx'
import { CompanyActions } from './company-actions.tsx'
import { CompanyCounts, CompanyCreator, CompanyName } from './company-cells.tsx'

export function CompanyList({ companies }: { companies: StaffCompany[] }) {
  const entries = companies.map(company => ({
    id: company.id,
    name: <CompanyName company={company} />,
    bond: <CompanyCreator company={company} />,
    counts: <CompanyCounts company={company} />,
    createdAt: company.created_at,
    block: company.block,
    action: <CompanyActions company={company} />,
  }))
  return <BlockableList label="Компании" heads={['Компания', 'Создатель']} entries={entries} />
}
