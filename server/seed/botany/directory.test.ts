import { describe, expect, it } from 'vitest'
import type { GrowthForm } from '#server/drawings/plant-facts.ts'
import { categorySeeds } from '../categories.ts'
import { type PlantEntry, readDirectory } from './read-directory.ts'

const { genera, plants, renamings } = readDirectory()

/** The wrong entries, as the message of a failed test. */
const offenders = <Entry>(entries: Entry[], isWrong: (entry: Entry) => unknown, show: (entry: Entry) => string) =>
  entries.filter(isWrong).map(show)

const ofPlants = (isWrong: (plant: PlantEntry) => unknown, detail: (plant: PlantEntry) => string | null = () => '') =>
  offenders(plants, isWrong, plant => `${plant.genus} ${plant.name} (${plant.latinName}) ${detail(plant)}`.trim())

/** A name without its group and its cultivar, which is in straight single quotes and may contain apostrophes. */
const withoutCultivar = (name: string) =>
  name
    .replace(/(^|\s)'.*'(?=\s|$|[;,)])/g, '$1')
    .replace(/\s[A-Z][\w-]* Group$/, '')
    .trim()

function repeated(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter(value => {
    const key = value.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')
    const known = seen.has(key)
    seen.add(key)
    return known
  })
}

const listOf = (names: string) =>
  names
    .split(';')
    .map(name => name.trim())
    .filter(Boolean)
const synonymsOf = ({ synonyms }: PlantEntry) => listOf(synonyms)
/** The Latin name of the species or hybrid that a cultivar belongs to. */
const speciesOf = ({ latinName }: PlantEntry) => latinName.split(" '")[0]
const plantOf = new Map(plants.map(plant => [plant.latinName, plant]))

describe('the botanical directory', () => {
  it('has the documented number of plants', () => {
    expect(categorySeeds.length).toBeGreaterThanOrEqual(10)
    expect(genera.length).toBeGreaterThanOrEqual(480)
    expect(plants.length).toBeGreaterThanOrEqual(4800)
    const wellKnown = plants.filter(({ facts }) =>
      [facts.zone, facts.height, facts.crown, facts.annualGrowth, facts.light, facts.foliage].every(
        fact => fact !== null,
      ),
    )
    expect(wellKnown.length).toBeGreaterThanOrEqual(500)
  })

  it('has plants in every category and of every genus', () => {
    const filled = new Set(plants.flatMap(plant => plant.categories))
    expect(categorySeeds.filter(category => !filled.has(category.slug))).toEqual([])
    const used = new Set(plants.map(plant => plant.genus))
    expect(genera.filter(genus => !used.has(genus.name))).toEqual([])
  })

  it('has no duplicate names, ignoring letter case and ё', () => {
    expect(repeated(genera.map(genus => genus.name))).toEqual([])
    expect(repeated(plants.map(plant => `${plant.genus} ${plant.name}`))).toEqual([])
    expect(repeated(plants.map(plant => plant.latinName))).toEqual([])
  })
})

describe('its names', () => {
  it('of genera are a capitalised Russian word, a Latin genus and a family', () => {
    expect(
      offenders(
        genera,
        genus => !/^[А-ЯЁ][а-яё]+(?:[ -][а-яёА-ЯЁ]+)*$/.test(genus.name),
        genus => genus.name,
      ),
    ).toEqual([])
    expect(
      offenders(
        genera,
        genus => !/^(?:× )?[A-Z][a-z]+$/.test(genus.latinName),
        genus => genus.latinName,
      ),
    ).toEqual([])
    expect(
      offenders(
        genera,
        genus => !/^[A-Z][a-z]+aceae$/.test(genus.family),
        genus => `${genus.name} ${genus.family}`,
      ),
    ).toEqual([])
  })

  it('in Latin start with a genus, which botanists may have split off from the one that nurseries use', () => {
    expect(ofPlants(plant => !/^(?:× )?[A-Z][a-z]+ (?:× )?[a-z'A-Z]/.test(plant.latinName))).toEqual([])
    const latinOf = new Map(genera.map(genus => [genus.name, genus.latinName]))
    const split = plants.filter(plant => !plant.latinName.startsWith(`${latinOf.get(plant.genus)} `))
    // More would mean that plants are listed under a wrong genus.
    expect(split.length / plants.length).toBeLessThan(0.04)
    const genusOf = ({ latinName }: PlantEntry) => latinName.split(' ')[0]
    const families = Map.groupBy(split, plant => plant.genus)
    expect([...families].filter(([, list]) => new Set(list.map(genusOf)).size > 4).map(([genus]) => genus)).toEqual([])
  })

  it('in Latin have no Cyrillic letters', () => {
    expect(ofPlants(plant => /\p{Script=Cyrillic}/u.test(plant.latinName))).toEqual([])
    expect(
      offenders(
        genera,
        genus => /\p{Script=Cyrillic}/u.test(genus.latinName + genus.family),
        genus => genus.name,
      ),
    ).toEqual([])
  })

  it('in Russian have Latin letters only in the cultivar, and no word mixes the alphabets', () => {
    expect(ofPlants(plant => /\p{Script=Latin}/u.test(withoutCultivar(plant.name)))).toEqual([])
    const mixed = /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u
    expect(
      ofPlants(
        plant => mixed.test([plant.name, plant.synonyms, plant.use].join(' ')),
        plant => plant.synonyms,
      ),
    ).toEqual([])
    expect(
      offenders(
        genera,
        genus => /\p{Script=Latin}/u.test(genus.name),
        genus => genus.name,
      ),
    ).toEqual([])
  })

  it('write the hybrid sign as × between spaces, never as a letter', () => {
    const wrong = (name: string) => /(?:^|\s)[xXхХ](?:\s|$)/u.test(withoutCultivar(name)) || /\S×|×\S/.test(name)
    expect(
      ofPlants(
        plant => wrong(plant.latinName) || wrong(plant.name) || synonymsOf(plant).some(wrong),
        plant => plant.synonyms,
      ),
    ).toEqual([])
  })

  it('quote cultivars with a balanced pair of straight single quotes', () => {
    const odd = (given: string) => {
      // 'Emerald 'n' Gold'
      const name = given.replace(" 'n' ", ' and ')
      if (/[’‘“”„«»"`´]/.test(name)) return true
      const marks = [...name.matchAll(/'/g)].map(match => match.index)
      if (marks.length === 0) return false
      const [first = 0, last = 0] = [marks[0], marks.at(-1)]
      const opens = first === 0 || name[first - 1] === ' '
      const closes = last === name.length - 1 || name[last + 1] === ' '
      // Quotes in between are apostrophes: they follow a letter.
      const inner = marks.slice(1, -1).every(at => /\p{L}/u.test(name[at - 1] ?? ''))
      return marks.length < 2 || !opens || !closes || !inner || /^'\s|\s'$/.test(name.slice(first, last + 1))
    }
    expect(ofPlants(plant => odd(plant.name) || odd(plant.latinName))).toEqual([])
    expect(ofPlants(plant => (plant.name.includes("'") ? !plant.latinName.includes("'") : false))).toEqual([])
  })

  it('have no stray spaces or punctuation marks', () => {
    const untidy = (text: string) => text !== text.trim() || /\s{2}|[\t\u00a0\u200b\u00ad]|[,;.]$|\p{Cc}/u.test(text)
    expect(
      ofPlants(
        plant => [plant.name, plant.latinName, plant.synonyms, plant.use].some(untidy),
        plant => plant.synonyms,
      ),
    ).toEqual([])
    expect(ofPlants(plant => plant.name.length > 100 || plant.latinName.length > 100)).toEqual([])
  })

  it('have synonyms that differ from the name and from each other', () => {
    const same = (plant: PlantEntry) => {
      const names = [`${plant.genus} ${plant.name}`, plant.name, plant.latinName, plant.genus].map(name =>
        name.toLowerCase(),
      )
      return synonymsOf(plant).some(synonym => names.includes(synonym.toLowerCase()))
    }
    expect(ofPlants(same, plant => plant.synonyms)).toEqual([])
    expect(
      ofPlants(
        plant => repeated(synonymsOf(plant)).length > 0,
        plant => plant.synonyms,
      ),
    ).toEqual([])
  })

  it('have no synonym that is the name of another plant', () => {
    const owners = new Map(
      plants.flatMap(plant =>
        [plant.latinName, `${plant.genus} ${plant.name}`].map(name => [name.toLowerCase(), plant] as const),
      ),
    )
    const taken = (plant: PlantEntry) =>
      synonymsOf(plant).filter(name => (owners.get(name.toLowerCase()) ?? plant) !== plant)
    expect(
      ofPlants(
        plant => taken(plant).length > 0,
        plant => taken(plant).join('; '),
      ),
    ).toEqual([])
  })

  it('keep trade designations separate from the epithet and the synonyms', () => {
    const wrong = (plant: PlantEntry) => {
      const epithet = /'(.*)'/.exec(plant.latinName)?.[1]?.toLowerCase()
      return listOf(plant.tradeNames).some(
        name => !/^[\p{L}\d]/u.test(name) || name.toLowerCase() === epithet || synonymsOf(plant).includes(name),
      )
    }
    expect(ofPlants(wrong, plant => plant.tradeNames)).toEqual([])
    expect(plantOf.get("Thuja occidentalis 'Bobozam'")).toMatchObject({
      name: "западная 'Mr Bowling Ball'",
      tradeNames: 'Mr. Bowling Ball',
    })
    for (const [latinName, designation] of [
      ["Magnolia 'Jurmag1'", 'Black Tulip'],
      ["Geranium 'Gerwat'", 'Rozanne'],
      ["Ajuga tenorei 'Valfredda'", 'Chocolate Chip'],
      ["Lamprocapnos spectabilis 'Hordival'", 'Valentine'],
    ] as const)
      expect([latinName, plantOf.get(latinName)?.tradeNames]).toEqual([latinName, designation])
    expect(plants.filter(plant => plant.tradeNames !== '').length).toBeGreaterThanOrEqual(115)
  })

  it('have no cultivar twice under two spellings', () => {
    const known = new Set([
      ...["Vaccinium corymbosum 'Blueray' = 'Bluejay'", "Phlox paniculata 'Drakon' = 'Dragon'"],
      ...["Lonicera caerulea 'Boreal Beauty' = 'Boreal Beast'", "Hydrangea paniculata 'Bokraflame' = 'Bokraplume'"],
    ])
    /** Letters and digits; names for breeders' rights, in capitals or with digits, differ by little. */
    const epithet = ({ latinName }: PlantEntry) =>
      (/'(.*[a-z].*)'$/.exec(latinName)?.[1] ?? '')
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z\d]/g, '')
    /** Whether one letter, or two of ten, tell them apart. */
    const isNear = (one: string, other: string) => {
      const allowed = Math.min(one.length, other.length) >= 10 ? 2 : 1
      if (Math.abs(one.length - other.length) > allowed || /\d/.test(one + other) || one.length < 7) return false
      let row = Array.from({ length: other.length + 1 }, (_, at) => at)
      for (const [at, letter] of [...one].entries()) {
        const next = [at + 1]
        for (const [place, same] of [...other].entries())
          next.push(
            Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + Number(letter !== same)),
          )
        row = next
      }
      return (row.at(-1) ?? 0) <= allowed
    }
    const twice = [...Map.groupBy(plants, plant => `${speciesOf(plant)}`).values()].flatMap(kin =>
      kin.flatMap((one, at) =>
        kin
          .slice(at + 1)
          .filter(other => isNear(epithet(one), epithet(other)))
          .map(other => `${one.latinName} = ${other.latinName.slice(other.latinName.indexOf("'"))}`),
      ),
    )
    expect(twice.filter(pair => !known.has(pair))).toEqual([])
  })

  it('give short, plain and unique slugs', () => {
    expect(
      ofPlants(
        plant => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(plant.slug),
        plant => plant.slug,
      ),
    ).toEqual([])
    expect(repeated(plants.map(plant => plant.slug))).toEqual([])
    const slugOf = (latinName: string) => plantOf.get(latinName)?.slug
    expect(slugOf("Thuja occidentalis 'Smaragd'")).toBe('thuja-occidentalis-smaragd')
    expect(slugOf("Juniperus × pfitzeriana 'Old Gold'")).toBe('juniperus-pfitzeriana-old-gold')
    expect(slugOf("Picea pungens 'Białobok'")).toBe('picea-pungens-bialobok')
    expect(slugOf("Picea abies 'Will's Zwerg'")).toBe('picea-abies-wills-zwerg')
    expect(slugOf("Syringa vulgaris 'Krasavitsa Moskvy'")).toBe('syringa-vulgaris-krasavitsa-moskvy')
  })

  it('that were changed lead from the old one to a plant that has it among its synonyms', () => {
    expect(repeated(renamings.map(({ from }) => from))).toEqual([])
    expect(
      offenders(
        renamings,
        ({ from, to }) => to !== null && !synonymsOf(plantOf.get(to) as PlantEntry).includes(from),
        ({ from, to }) => `${from} → ${to}`,
      ),
    ).toEqual([])
  })

  it('have at most four uses, in lower case', () => {
    const uses = (plant: PlantEntry) =>
      plant.use
        .split(',')
        .map(use => use.trim())
        .filter(Boolean)
    expect(
      ofPlants(
        plant => uses(plant).length > 4 || /[A-ZА-ЯЁ]/.test(plant.use),
        plant => plant.use,
      ),
    ).toEqual([])
  })
})

/** Plausible ranges for a grown plant of this form: metres, centimetres for the yearly growth. */
const believable: Record<
  GrowthForm,
  { height: [number, number]; spread: [number, number]; annualGrowth: [number, number] }
> = {
  tree: { height: [1, 50], spread: [0.4, 25], annualGrowth: [2, 200] },
  'multistem-tree': { height: [1.5, 30], spread: [0.8, 20], annualGrowth: [5, 150] },
  'upright-shrub': { height: [0.2, 9], spread: [0.2, 8], annualGrowth: [1, 150] },
  'spreading-shrub': { height: [0.2, 8], spread: [0.3, 9], annualGrowth: [1, 120] },
  'creeping-shrub': { height: [0.03, 2], spread: [0.3, 6], annualGrowth: [1, 60] },
  'cushion-shrub': { height: [0.1, 4], spread: [0.15, 4], annualGrowth: [0.5, 40] },
  climber: { height: [0.5, 25], spread: [0.3, 12], annualGrowth: [10, 500] },
  'clump-perennial': { height: [0.05, 3.5], spread: [0.1, 2.5], annualGrowth: [1, 250] },
  'groundcover-perennial': { height: [0.02, 1], spread: [0.1, 2.5], annualGrowth: [1, 100] },
  'tussock-grass': { height: [0.1, 4], spread: [0.1, 2.5], annualGrowth: [1, 300] },
  'running-grass': { height: [0.1, 6], spread: [0.2, 5], annualGrowth: [1, 300] },
}

describe('its facts', () => {
  it('have zones from 1 to 9', () => {
    expect(
      ofPlants(({ facts: { zone } }) => zone !== null && (zone < 1 || zone > 9 || !Number.isInteger(zone))),
    ).toEqual([])
  })

  it.each(['height', 'spread', 'annualGrowth'] as const)('have a %s plausible for the growth form', fact => {
    const wrong = ({ facts }: PlantEntry) => {
      const value = facts[fact]
      if (value === null || facts.growth === null) return false
      const [least, most] = believable[facts.growth][fact]
      return value < least || value > most
    }
    expect(ofPlants(wrong, ({ facts }) => `${facts.growth}: ${fact} ${facts[fact]}`)).toEqual([])
  })

  it('have consistent crowns and growth', () => {
    const wrong = ({ facts: { crown, growth, height, spread } }: PlantEntry) => {
      if (height === null || spread === null) return false
      if (crown === 'columnar' && growth !== 'climber') return spread > height * 1.01
      if (crown === 'prostrate' && growth !== 'climber') return height > spread * 1.5
      if (growth === 'creeping-shrub') return height > spread
      if (growth === 'upright-shrub') return crown === 'prostrate'
      return false
    }
    expect(
      ofPlants(wrong, ({ facts }) => `${facts.growth} ${facts.crown} ${facts.height} × ${facts.spread} m`),
    ).toEqual([])
  })

  it('have a yearly growth well below the height, except for plants that die back every winter', () => {
    const woody = new Set<GrowthForm | null>([
      'tree',
      'multistem-tree',
      'upright-shrub',
      'spreading-shrub',
      'cushion-shrub',
    ])
    const wrong = ({ facts: { annualGrowth, height, spread, growth } }: PlantEntry) => {
      if (annualGrowth === null || height === null) return false
      const year = annualGrowth / 100
      // Hops and many clematis climb to their full height each year.
      if (growth === 'climber') return year > height
      return woody.has(growth) && year > Math.max(height, spread ?? 0) * 0.85
    }
    expect(
      ofPlants(wrong, ({ facts }) => `${facts.growth}: ${facts.annualGrowth} cm a year of ${facts.height} m`),
    ).toEqual([])
  })

  it('have needles for conifers only', () => {
    const needled = /^(?:needle-|scale$)/
    const conifer = (plant: PlantEntry) => plant.categories[0] === 'hvoynye'
    const broad = /^Ginkgo/
    const needleLike = /^Euphorbia cyparissias/
    expect(
      ofPlants(
        plant =>
          conifer(plant) &&
          plant.facts.leaf !== null &&
          !needled.test(plant.facts.leaf) &&
          !broad.test(plant.latinName),
        plant => plant.facts.leaf,
      ),
    ).toEqual([])
    expect(
      ofPlants(
        plant =>
          !conifer(plant) &&
          plant.facts.leaf !== null &&
          needled.test(plant.facts.leaf) &&
          !needleLike.test(plant.latinName),
        plant => plant.facts.leaf,
      ),
    ).toEqual([])
  })

  it('make no cultivar much hardier than its species', () => {
    // A hybrid with Prunus mandshurica, which is hardy to zone 3.
    const known = new Set(["Prunus armeniaca 'Khabarovsky'"])
    const wrong = (plant: PlantEntry) => {
      const species = plantOf.get(speciesOf(plant) ?? '')?.facts.zone ?? null
      const { zone } = plant.facts
      return zone !== null && species !== null && zone < species - 1 && !known.has(plant.latinName)
    }
    expect(ofPlants(wrong, ({ facts }) => String(facts.zone))).toEqual([])
  })

  it('include plants for the cold of Siberia', () => {
    const upTo = (zone: number) => plants.filter(({ facts }) => facts.zone !== null && facts.zone <= zone).length
    expect(upTo(2)).toBeGreaterThanOrEqual(150)
    expect(upTo(3)).toBeGreaterThanOrEqual(600)
    for (const category of ['mnogoletniki', 'zlaki', 'vechnozelenye-i-vereskovye', 'plodovye-i-yagodnye']) {
      const hardy = plants.filter(plant => plant.categories[0] === category && (plant.facts.zone ?? 9) <= 2)
      expect([category, hardy.length > 0]).toEqual([category, true])
    }
  })

  it('give plants bred in cold regions, and wild plants of Siberia, the zone of those regions', () => {
    const bred =
      /^(?:Lonicera caerulea 'Boreal|Lonicera caerulea 'Indigo Gem'|Prunus padus 'Krasny|Prunus padus 'Purpurnaya)/
    const wild =
      /^(?:Lythrum salicaria|Veronica longifolia|Galium verum|Geranium pratense|Allium nutans|Stipa pennata)$/
    const cold = plants.filter(({ latinName }) => bred.test(latinName) || wild.test(latinName))
    expect(cold.length).toBeGreaterThanOrEqual(12)
    expect(cold.filter(({ facts }) => facts.zone !== 2).map(plant => plant.latinName)).toEqual([])
  })

  it('are shrubs, not trees, where they stay low without a stem', () => {
    const low = plants.filter(
      ({ categories, facts, latinName }) =>
        categories[0] === 'listvennye-derevya' &&
        /^(?:spreading|creeping|cushion)-shrub$/.test(facts.growth ?? '') &&
        (facts.height ?? 9) < 1.5 &&
        !latinName.startsWith('Acer'),
    )
    expect(low.map(({ latinName }) => latinName)).toEqual([])
  })

  it('draw the fruit of one kind alike, so that its cultivars stand in for each other', () => {
    const fruit = plants.filter(({ categories, facts }) => categories[0] === 'plodovye-i-yagodnye' && facts.fruit)
    const forms = Map.groupBy(fruit, plant => `${plant.genus}: ${plant.latinName.split(" '", 1)[0]}`)
    const several = [...forms].filter(([, of]) => new Set(of.map(({ facts }) => facts.fruit?.form)).size > 1)
    expect(several.map(([name]) => name)).toEqual([])
  })

  it('include the autumn colour and the crown of every plant', () => {
    expect(ofPlants(({ facts }) => facts.autumn === null || facts.crown === null)).toEqual([])
  })

  it('give cultivars of one kind of perennial the same autumn colour, unless bred for their leaves', () => {
    for (const kind of [
      'Phlox paniculata',
      'Paeonia lactiflora',
      'Iris sibirica',
      'Astilbe × arendsii',
      'Hemerocallis',
    ]) {
      const autumns = plants
        .filter(({ latinName }) => latinName.startsWith(`${kind} '`))
        .map(({ facts }) => facts.autumn)
      expect([kind, new Set(autumns).size]).toEqual([kind, 1])
    }
  })

  it('include the flowering months of nine in ten plants with flowers, in every category', () => {
    for (const { slug } of categorySeeds) {
      const flowering = plants.filter(plant => plant.categories.includes(slug) && plant.facts.flower !== null)
      const known = flowering.filter(plant => plant.flowering !== null)
      expect([slug, known.length >= flowering.length * 0.9]).toEqual([slug, true])
    }
    expect(
      ofPlants(plant => plant.flowering && plant.facts.flower && plant.flowering.colour !== plant.facts.flower.colour),
    ).toEqual([])
  })

  it('have a flowering of at most half a year, over the new year only in mild zones', () => {
    const wrong = ({ flowering, facts }: PlantEntry) => {
      if (flowering === null) return false
      const { from, to } = flowering
      const overNewYear = to < from
      return ((to - from + 12) % 12) + 1 > 6 || (overNewYear && (facts.zone ?? 0) < 6)
    }
    expect(ofPlants(wrong, ({ flowering }) => JSON.stringify(flowering))).toEqual([])
  })

  it('have no flowers for conifers and ferns', () => {
    const ferns = /^(?:Щитовник|Кочедыжник|Страусник|Многорядник|Адиантум|Оноклея|Чистоуст|Листовик|Орляк)$/
    const flowerless = (plant: PlantEntry) => plant.categories[0] === 'hvoynye' || ferns.test(plant.genus)
    expect(ofPlants(plant => flowerless(plant) && (plant.flowering || plant.facts.flower))).toEqual([])
  })

  it('are inherited unless a cultivar has its own', () => {
    const monthsOf = (latinName: string) => {
      const flowering = plantOf.get(latinName)?.flowering
      return flowering && [flowering.from, flowering.to]
    }
    expect(monthsOf("Syringa vulgaris 'Sensation'")).toEqual([5, 6])
    expect(monthsOf("Hydrangea paniculata 'Limelight'")).toEqual([7, 9])
    expect(monthsOf("Hydrangea paniculata 'Tardiva'")).toEqual([8, 10])
    expect(monthsOf('Hamamelis virginiana')).toEqual([10, 11])
    expect(monthsOf('Hydrangea petiolaris')).toEqual([6, 7])
    // Flowers again on the shoots of the year, unlike its species.
    expect(monthsOf("Rubus idaeus 'Meteor'")).toEqual([6, 6])
    for (const { name, latinName } of plants.filter(plant => plant.name.startsWith('ремонтантная ')))
      expect([name, monthsOf(latinName)]).toEqual([name, [7, 9]])
    expect([monthsOf('Fragaria vesca'), monthsOf("Fragaria vesca 'Rügen'")]).toEqual([
      [5, 6],
      [5, 9],
    ])
    expect(monthsOf('Leucanthemum vulgare')).toEqual([6, 7])
    expect(plantOf.get("Pinus mugo 'Mops'")).toMatchObject({ soil: 'any', moisture: 'dry', flowering: null })
  })

  it('count plants that turn bronze in winter as evergreen, and none that shed their leaves', () => {
    const isEvergreen = (latinName: string) => plantOf.get(latinName)?.isEvergreen
    for (const latinName of [
      "Thuja occidentalis 'Smaragd'",
      "Thuja occidentalis 'Rheingold'",
      'Microbiota decussata',
      "Pinus mugo 'Winter Gold'",
      'Berberis aquifolium',
      "Bergenia 'Eroica'",
    ])
      expect([latinName, isEvergreen(latinName)]).toEqual([latinName, true])
    const sheds = /^(?:Larix|Pseudolarix|Metasequoia|Ginkgo|Taxodium) /
    const wrong = (plant: PlantEntry) =>
      plant.categories[0] === 'hvoynye' && plant.isEvergreen === sheds.test(plant.latinName)
    expect(ofPlants(wrong)).toEqual([])
    expect(plants.filter(plant => plant.categories[0] === 'zlaki' && plant.isEvergreen).length).toBeLessThan(60)
    expect([isEvergreen('Rhododendron luteum'), isEvergreen('Berberis thunbergii')]).toEqual([false, false])
  })

  it('name sources that can be looked up', () => {
    const works = plants.flatMap(plant => listOf(plant.sources))
    expect(works.filter(work => /^(?:POWO|Plants of the World Online)$/i.test(work) || work.length < 3)).toEqual([])
    expect(new Set(works).size).toBeGreaterThanOrEqual(40)
    expect(plants.filter(plant => plant.sources !== '').length).toBeGreaterThanOrEqual(300)
  })

  it('include soil and moisture of nearly all plants', () => {
    expect(plants.filter(plant => plant.soil === null || plant.moisture === null).length).toBeLessThan(
      plants.length / 20,
    )
  })
})
