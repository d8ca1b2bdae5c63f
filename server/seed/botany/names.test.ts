import { describe, expect, it } from 'vitest'
import type { PlantEntry } from './read-directory.ts'
import {
  genera,
  listOf,
  offenders,
  ofPlants,
  plantOf,
  plants,
  renamings,
  repeated,
  speciesOf,
  synonymsOf,
} from './test-directory.ts'

/** A name without its group and its cultivar, which is in straight single quotes and may contain apostrophes. */
const withoutCultivar = (name: string) =>
  name
    .replace(/(^|\s)'.*'(?=\s|$|[;,)])/g, '$1')
    .replace(/\s[A-Z][\w-]* Group$/, '')
    .trim()

describe('the names of the directory', () => {
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

  it('call one kind by one Russian name', () => {
    const honeysuckles = plants.filter(({ latinName }) => latinName.startsWith('Lonicera caerulea'))
    expect(new Set(honeysuckles.map(({ genus, name }) => `${genus} ${name.split(' ', 1)[0]}`))).toEqual(
      new Set(['Жимолость съедобная']),
    )
  })
})
