import type { PlantRef } from '#contract/plants.ts'
import { CandidateButton } from '#web/ui/candidate-button.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'

interface CandidateListProps {
  label: string
  candidates: { plant: PlantRef }[]
  busy: boolean
  /** `null`: none of the directory. */
  onPlant: (plant: PlantRef | null) => void
}

/** The plants that a name may mean, each with its key; what the keys do is the business of the list of rows. */
export function CandidateList({ label, candidates, busy, onPlant }: CandidateListProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {candidates.slice(0, 9).map(({ plant }, index) => (
        <li key={plant.id} className="max-sm:w-full">
          <CandidateButton shortcut={String(index + 1)} busy={busy} onClick={() => onPlant(plant)}>
            <span className="min-w-0 wrap-anywhere">
              {plant.name} <LatinName className="text-sm text-muted">{plant.latin_name}</LatinName>
            </span>
          </CandidateButton>
        </li>
      ))}
      <li>
        <CandidateButton shortcut="0" busy={busy} onClick={() => onPlant(null)}>
          Нет в справочнике
        </CandidateButton>
      </li>
    </ul>
  )
}
