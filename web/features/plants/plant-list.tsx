import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pictureAt } from '#contract/media.ts'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { StoredImage } from '#web/ui/picture.tsx'
import { monthsText, metres, offeredText } from './plant-texts.ts'

interface PlantListProps {
  plants: PlantCard[]
  reasons?: readonly string[]
  /** A button beside each plant. */
  action?: (plant: PlantCard) => ReactNode
}

/** Plants as a list: drawing, names, the facts for choosing, and the offers. */
export function PlantList({ plants, reasons, action }: PlantListProps) {
  return (
    <ul className="grid gap-x-10 lg:grid-cols-2">
      {plants.map((plant, index) => (
        <li key={plant.id} className="flex gap-4 border-b border-line py-3">
          <StoredImage
            src={pictureAt(plant.get_thumbnail, 320)}
            sizes="6rem"
            alt=""
            width={96}
            height={72}
            loading="lazy"
            decoding="async"
            className="plate h-18 w-24 shrink-0 rounded-md object-cover"
          />
          <div className="min-w-0">
            <Link to={`/plants/${plant.slug}`} className="link inline-block min-h-6 font-semibold wrap-anywhere">
              {plant.name}
            </Link>
            <div className="text-sm wrap-anywhere text-muted">
              <LatinName>{plant.latin_name}</LatinName>
            </div>
            <div className="text-sm">
              {[
                plant.zone !== null && `зона ${plant.zone}`,
                plant.height_at_maturity !== null && metres(plant.height_at_maturity),
                plant.flowering && monthsText(plant.flowering),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
            <div className={plant.offers_count > 0 ? 'text-sm font-semibold' : 'text-sm text-muted'}>
              {offeredText(plant)}
            </div>
            {reasons?.[index] && <div className="text-sm text-muted">{reasons[index]}</div>}
            {action?.(plant)}
          </div>
        </li>
      ))}
    </ul>
  )
}
