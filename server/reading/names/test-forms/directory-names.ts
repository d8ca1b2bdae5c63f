import type { PlantNames } from '../name-index.ts'

/** The fields of the directory's data files used here. */
interface Entries {
  genera: { name: string; latinName: string }[]
  plants: { genus: string; name: string; latinName: string; synonyms: string; tradeNames?: string }[]
}

/** The names from the directory's data files, numbered in their order. */
export function namesOf({ genera, plants }: Entries): PlantNames[] {
  const byName = new Map(genera.map(({ name, latinName }, at) => [name, { id: at + 1, name, latinName }]))
  return plants.map(({ genus, name, latinName, synonyms, tradeNames }, at) => {
    const found = byName.get(genus)
    if (!found) throw new Error(`No genus ${genus}`)
    return { id: at + 1, genus: found, name, latinName, synonyms, tradeNames }
  })
}

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds a plant by a current or former Latin name: the written forms stay valid after a plant is renamed, as long as
 * its old name stays a synonym or a trade name. Compares letters, independently of the engine under test.
 */
export function latinNameFinder(names: PlantNames[]): (latinName: string) => number | undefined {
  const ids = new Map<string, number>()
  const add = (text: string, id: number) => {
    if (!ids.has(lettersOf(text))) ids.set(lettersOf(text), id)
  }
  const listOf = (text = '') => text.split(';').map(each => each.trim())
  const headOf = (latinName: string) => latinName.split(" '")[0] ?? ''
  for (const { id, latinName } of names) add(latinName, id)
  for (const { id, latinName, synonyms, tradeNames } of names) {
    for (const synonym of listOf(synonyms)) add(synonym, id)
    for (const tradeName of [...listOf(synonyms), ...listOf(tradeNames)]) add(`${headOf(latinName)} ${tradeName}`, id)
  }
  // A species' former name applies to its cultivars too.
  const heads = new Map<string, string[]>()
  for (const { latinName, synonyms } of names) {
    if (!latinName.includes("'")) heads.set(latinName, listOf(synonyms))
  }
  for (const { id, latinName } of names) {
    const cultivar = latinName.slice(headOf(latinName).length)
    if (cultivar) for (const head of heads.get(headOf(latinName)) ?? []) add(`${head}${cultivar}`, id)
  }
  return latinName => ids.get(lettersOf(latinName))
}
