import type { ComparedPlant } from '#contract/plant-catalogue.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { FloweringCalendar } from '../plants/flowering-calendar.tsx'
import { allPlantFacts, offeredText } from '../plants/plant-texts.ts'
import { type Compared, hrefOf, without } from './address.ts'
import { unchoose } from './chosen.ts'
import type { Line } from './lines.ts'
import { SideBySide } from './side-by-side.tsx'

function linesOf(plants: readonly ComparedPlant[]): Line[] {
  const line = (label: string, textOf: (plant: ComparedPlant) => string | null | undefined): Line => ({
    label,
    cells: plants.map(plant => ({ value: textOf(plant) || null })),
  })
  const facts = plants.map(allPlantFacts)
  const ofFacts = (facts[0] ?? []).map(({ label }, row): Line => {
    const values = facts.map(of => of[row]?.value ?? null)
    if (label !== 'Цветение') return { label, cells: values.map(value => ({ value })) }
    return {
      label,
      cells: plants.map(({ flowering }, column) => ({
        value: values[column] ?? null,
        shown: flowering && (
          <div className="grid gap-1.5">
            {values[column]}
            <FloweringCalendar flowering={flowering} />
          </div>
        ),
      })),
    }
  })
  return [
    line('Предложения', offeredText),
    ...ofFacts,
    line('Зимой', ({ is_evergreen }) => (is_evergreen ? 'вечнозелёное' : null)),
    line('Род', ({ genus }) => genus.name),
    line('Категория', ({ category }) => category?.name),
    line('Другие названия', ({ trade_names, synonyms }) => [...trade_names, ...synonyms].join(', ')),
  ]
}

interface ComparedPlantsProps {
  compared: Compared
  /** By the slugs of the address, which may be former ones. */
  plants: { slug: string; plant: ComparedPlant }[]
}

export function ComparedPlants({ compared, plants }: ComparedPlantsProps) {
  return (
    <SideBySide
      caption="Сравнение растений"
      columns={plants.map(({ slug, plant }) => ({
        id: slug,
        name: plant.name,
        to: `/plants/${plant.slug}`,
        picture: plant.get_thumbnail,
        children: <LatinName className="text-muted">{plant.latin_name}</LatinName>,
        withoutTo: hrefOf(without(compared, 'plant', [slug])),
        onRemove: () => unchoose('plant', slug),
      }))}
      lines={linesOf(plants.map(({ plant }) => plant))}
    />
  )
}
