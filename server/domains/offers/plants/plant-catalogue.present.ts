import type { PlantCard, PlantDetail } from '#contract/plant-catalogue.ts'
import { plantDrawingPath } from '#server/domains/plants/plant-drawing.routes.ts'
import { plantFigure } from '#server/domains/plants/plant-figure.ts'
import {
  autumnNames,
  flowerColourNames,
  foliageNames,
  fruitText,
  lightNames,
  moistureNames,
  soilNames,
} from '#server/domains/plants/plant-words.ts'
import { plantYear } from '#server/domains/plants/plant-year.ts'
import { transliterate } from '#server/platform/transliterate.ts'
import type { CatalogueRow } from './plant-catalogue.queries.ts'

const list = (text: string) =>
  text
    .split(';')
    .map(part => part.trim())
    .filter(Boolean)

/** The Latin name of a genus as part of a URL. */
export const genusSlug = (latinName: string) => transliterate(latinName)

export function presentPlantCard(row: CatalogueRow, publicUrl: string): PlantCard {
  const { floweringFrom, floweringTo, floweringColour, figures } = row
  return {
    id: row.id,
    slug: row.slug,
    name: `${row.genus.name} ${row.name}`,
    latin_name: row.latinName,
    synonyms: list(row.synonyms),
    trade_names: list(row.tradeNames),
    category: row.category,
    genus: { name: row.genus.name, latin_name: row.genus.latinName, slug: genusSlug(row.genus.latinName) },
    get_thumbnail: publicUrl + plantDrawingPath(row.id),
    zone: row.facts.zone,
    height_at_maturity: row.facts.height,
    is_evergreen: row.isEvergreen,
    flowering:
      floweringFrom === null || floweringTo === null
        ? null
        : {
            from_month: floweringFrom,
            to_month: floweringTo,
            colour: floweringColour && flowerColourNames[floweringColour],
          },
    companies_count: figures.companies,
    offers_count: figures.offers,
    price_from: figures.priceKopecks === null ? null : figures.priceKopecks / 100,
  }
}

const soldHeight = ({ leastMm, mostMm }: CatalogueRow['figures']): PlantDetail['sold_height'] =>
  leastMm === null || mostMm === null ? null : { from: leastMm / 10, to: mostMm / 10 }

interface Names {
  growth: (key: string | null) => string | null
  crown: (key: string | null) => string | null
}

export function presentPlantDetail(
  row: CatalogueRow,
  others: { related: CatalogueRow[]; substitutes: { row: CatalogueRow; reason: string }[] },
  names: Names,
  publicUrl: string,
): PlantDetail {
  const card = presentPlantCard(row, publicUrl)
  const { facts } = row
  return {
    ...card,
    get_image: card.get_thumbnail,
    growth_pattern: names.growth(facts.growth),
    crown_shape: names.crown(facts.crown),
    foliage_colour: facts.foliage && foliageNames[facts.foliage],
    autumn_colour: facts.autumn && autumnNames[facts.autumn],
    light: facts.light && lightNames[facts.light],
    soil: row.soil && soilNames[row.soil],
    moisture: row.moisture && moistureNames[row.moisture],
    annual_growth: facts.annualGrowth,
    landscape_use: row.landscapeUse || null,
    spread_at_maturity: facts.spread,
    year: plantYear(row),
    fruit: facts.fruit && fruitText(facts.fruit),
    figure: plantFigure(facts),
    sold_height: soldHeight(row.figures),
    sources: list(row.sources),
    related: others.related.map(other => presentPlantCard(other, publicUrl)),
    substitutes: others.substitutes.map(({ row: other, reason }) => ({
      plant: presentPlantCard(other, publicUrl),
      reason,
    })),
  }
}
