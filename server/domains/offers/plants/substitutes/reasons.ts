import { flowerColourNames, foliageNames } from '#server/domains/plants/plant-words.ts'
import type { LightNeed } from '#server/drawings/plant-facts.ts'
import { kindOf } from './habit.ts'
import { colourFit, leafGroup, seasonFit } from './likeness.ts'
import { lightFit } from './place-fit.ts'
import { type Standing, speciesOf } from './standing.ts'

const lightWords: Record<LightNeed, string> = {
  sun: 'солнца',
  'sun-halfshade': 'солнца и полутени',
  halfshade: 'полутени',
  'halfshade-shade': 'полутени и тени',
  any: 'солнца и тени',
}

const metres = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const heightText = (height: number) => (height < 1 ? `${Math.round(height * 100)} см` : `${metres.format(height)} м`)

/** Heights that differ by less than this share are the same to the eye, and by less than the second near it. */
const sameWithin = { same: 0.15, near: 0.35 }

interface Said {
  kept: string[]
  lost: string[]
}

function ofHeight(lost: Standing, other: Standing): Said {
  const [one, two] = [lost.facts.height, other.facts.height]
  if (one === null || two === null) return { kept: [], lost: [] }
  const difference = Math.abs(two - one) / one
  if (difference <= sameWithin.same) return { kept: ['та же высота'], lost: [] }
  if (difference <= sameWithin.near) return { kept: ['близкая высота'], lost: [] }
  return { kept: [], lost: [`${two > one ? 'выше' : 'ниже'}: ${heightText(two)}`] }
}

function ofFlowers(lost: Standing, other: Standing): Said {
  const [one, two] = [lost.facts.flower, other.facts.flower]
  const season = seasonFit(lost, other)
  const said: Said = { kept: [], lost: [] }
  if (season !== null) {
    if (season === 1) said.kept.push('цветёт в те же месяцы')
    else if (season > 0) said.kept.push('цветёт почти в то же время')
    else said.lost.push((other.floweringFrom ?? 0) < (lost.floweringFrom ?? 0) ? 'цветёт раньше' : 'цветёт позже')
  }
  if (one && two && season !== null) {
    if (one.colour === two.colour) said.kept.push('тот же цвет цветков')
    else if (colourFit(one.colour, two.colour) === 0)
      said.lost.push(`цветки ${flowerColourNames[two.colour].toLowerCase()}`)
  }
  return said
}

function ofLeaves(lost: Standing, other: Standing): Said {
  const [one, two] = [leafGroup(lost.facts.foliage), leafGroup(other.facts.foliage)]
  if (one === null || two === null) return { kept: [], lost: [] }
  const isConifer = kindOf(lost) === 'conifer'
  if (isConifer && lost.isEvergreen !== other.isEvergreen) return { kept: [], lost: ['хвоя не опадает'] }
  if (one === two) return { kept: one === 'green' ? [] : ['та же окраска листвы'], lost: [] }
  const name = other.facts.foliage ? foliageNames[other.facts.foliage].toLowerCase() : ''
  return { kept: [], lost: [`${isConifer ? 'хвоя' : 'листва'} ${name}`] }
}

function ofPlace(lost: Standing, other: Standing): Said {
  const [one, two] = [lost.facts.light, other.facts.light]
  const said: Said = { kept: [], lost: [] }
  if (one !== null && two !== null) {
    if (lightFit(one, two) === 1) said.kept.push(`тоже для ${lightWords[one]}`)
    else said.lost.push(`только для ${lightWords[two]}`)
  }
  if (lost.soil === 'acid' && other.soil === 'acid') said.kept.push('тоже для кислой почвы')
  if (lost.moisture === 'dry' && (other.moisture === 'dry' || other.moisture === 'any'))
    said.kept.push('тоже терпит сухость')
  if (lost.moisture === 'dry' && other.moisture === 'medium') said.lost.push('в засуху нужен полив')
  if ((lost.moisture === 'wet' || lost.moisture === 'water') && other.moisture === lost.moisture)
    said.kept.push('тоже для сырых мест')
  return said
}

function ofKin(lost: Standing, other: Standing): Said {
  if (speciesOf(lost) === speciesOf(other) && /\s/.test(speciesOf(lost).replace('× ', '')))
    return { kept: ['тот же вид'], lost: [] }
  if (lost.genusId === other.genusId && lost.genus === other.genus) return { kept: ['тот же род'], lost: [] }
  return { kept: [], lost: [] }
}

const otherKinds: Record<string, string> = { tree: 'это дерево', shrub: 'это кустарник', conifer: 'это хвойное' }

function ofHabit(lost: Standing, other: Standing): Said {
  if (lost.facts.crown === null || other.facts.crown === null) return { kept: [], lost: [] }
  const [one, two] = [kindOf(lost), kindOf(other)]
  if (!['tree', 'shrub', 'conifer'].includes(one)) return { kept: [], lost: [] }
  if (one !== two) return { kept: [], lost: [otherKinds[two] ?? 'другая форма кроны'] }
  return lost.facts.crown === other.facts.crown
    ? { kept: ['та же форма кроны'], lost: [] }
    : { kept: [], lost: ['другая форма кроны'] }
}

const mostKept = 5
const mostLost = 3

/**
 * Why a plant stands in for another and what of that one it does not keep: «Та же высота, цветёт в те же месяцы, тоже
 * для тени; но цветки розовые».
 */
export function reasonFor(lost: Standing, other: Standing): string {
  const parts = [ofKin, ofHeight, ofFlowers, ofPlace, ofLeaves, ofHabit].map(of => of(lost, other))
  const kept = parts.flatMap(part => part.kept)
  if (lost.isEvergreen && other.isEvergreen && kindOf(other) !== 'conifer') kept.push('тоже вечнозелёное')
  if (kept.length === 0) kept.push('то же место в посадке')
  const differs = parts.flatMap(part => part.lost)
  const text = kept.slice(0, mostKept).join(', ')
  const but = differs.length > 0 ? `; но ${differs.slice(0, mostLost).join(', ')}` : ''
  return text.charAt(0).toUpperCase() + text.slice(1) + but
}
