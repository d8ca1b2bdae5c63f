import type { Team } from '#contract/companies.ts'
import { Picture } from '../../../ui/picture.tsx'

/** The picture above a company's name; nothing without one. */
export function CompanyCover({ team }: { team: Team }) {
  if (!team.cover) return null
  return (
    <Picture
      src={team.cover}
      alt={`Обложка: ${team.company_name}`}
      sizes="(width < 80rem) 100vw, 76rem"
      ratio={[16, 5]}
      eager
      className="mt-2 mb-4 rounded-lg"
    />
  )
}
