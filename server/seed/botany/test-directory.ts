import { type PlantEntry, readDirectory } from './read-directory.ts'

/** The directory that the tests of this folder look at, read once for each of them. */
export const { genera, plants, renamings } = readDirectory()

/** The wrong entries, as the message of a failed test. */
export const offenders = <Entry>(
  entries: Entry[],
  isWrong: (entry: Entry) => unknown,
  show: (entry: Entry) => string,
) => entries.filter(isWrong).map(show)

export const ofPlants = (
  isWrong: (plant: PlantEntry) => unknown,
  detail: (plant: PlantEntry) => string | null = () => '',
) => offenders(plants, isWrong, plant => `${plant.genus} ${plant.name} (${plant.latinName}) ${detail(plant)}`.trim())

/** The values that stand there more than once, whatever their case. */
export function repeated(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter(value => {
    const key = value.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')
    const known = seen.has(key)
    seen.add(key)
    return known
  })
}

export const listOf = (names: string) =>
  names
    .split(';')
    .map(name => name.trim())
    .filter(Boolean)
export const synonymsOf = ({ synonyms }: PlantEntry) => listOf(synonyms)
/** The Latin name of the species or hybrid that a cultivar belongs to. */
export const speciesOf = ({ latinName }: PlantEntry) => latinName.split(" '")[0]
export const plantOf = new Map(plants.map(plant => [plant.latinName, plant]))
