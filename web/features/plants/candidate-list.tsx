import type { ReactNode } from 'react'
import type { PlantRef } from '#contract/plants.ts'
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
    <ul aria-label={label} className="grid gap-1">
      {candidates.slice(0, 9).map(({ plant }, index) => (
        <li key={plant.id}>
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

interface CandidateButtonProps {
  shortcut: string
  busy: boolean
  /** For one of several that are chosen by turns. */
  isChosen?: boolean
  onClick: () => void
  children: ReactNode
}

/** An answer that a key gives. */
export function CandidateButton({ shortcut, busy, isChosen, onClick, children }: CandidateButtonProps) {
  return (
    <button
      type="button"
      data-candidate
      aria-keyshortcuts={shortcut || undefined}
      aria-pressed={isChosen}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-1.5 text-left leading-snug hover:border-leaf hover:bg-leaf-soft aria-disabled:opacity-55 aria-pressed:border-leaf aria-pressed:bg-leaf-soft sm:min-h-10"
    >
      {shortcut !== '' && (
        <kbd
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-sm border border-edge/60 font-sans text-sm font-semibold text-muted tabular-nums"
        >
          {shortcut}
        </kbd>
      )}
      {children}
    </button>
  )
}
