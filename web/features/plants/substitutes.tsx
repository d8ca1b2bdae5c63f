import { type ReactNode, useId } from 'react'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { PlantList } from './plant-list.tsx'

interface SubstitutesProps {
  plants: PlantCard[]
  reasons?: readonly string[]
  /** A button beside each plant. */
  action: (plant: PlantCard) => ReactNode
  /** A part of a row; otherwise a section of the page. */
  isSmall?: boolean
}

/** What may be planted in place of what nobody offers. */
export function Substitutes({ plants, reasons, action, isSmall }: SubstitutesProps) {
  const id = useId()
  if (plants.length === 0) return null
  const Heading = isSmall ? 'h4' : 'h2'
  return (
    <section aria-labelledby={id} className={isSmall ? undefined : 'mt-10'}>
      <Heading id={id} className={isSmall ? 'font-sans text-sm font-semibold' : 'mb-2 text-2xl'}>
        Чем заменить
      </Heading>
      <PlantList plants={plants} {...(reasons ? { reasons } : {})} action={action} />
    </section>
  )
}
