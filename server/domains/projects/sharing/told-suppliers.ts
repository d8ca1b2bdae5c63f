// What imported text gives away of who supplies plants, and for how much.
import type { Db } from '#server/platform/database/database.ts'
import { listPlantZones } from '../projects.queries.ts'
import type { ProjectLineRow } from '../projects.tables.ts'
import { listSuppliersOf } from './shares.queries.ts'

/** Words of a name by which nobody is told apart: kinds of companies and legal forms. */
const ofNobody = /(?<!\p{L})(?:питомник|ооо|оао|зао|ао|пао|ип|кфх)(?!\p{L})/gu

/** Letters and digits of a text, in words, whatever its case, quotes and dashes. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** As a name may be written: whole, or without words that say nothing. */
const spellingsOf = (name: string) =>
  [wordsOf(name), wordsOf(wordsOf(name).replaceAll(ofNobody, ' '))].filter(spelling => spelling !== '')

/** Whether a text contains one of these names. */
export function namesTold(names: readonly string[]): (text: string) => boolean {
  const spellings = names.flatMap(spellingsOf)
  return text => {
    const words = wordsOf(text)
    return spellings.some(spelling => words.includes(spelling))
  }
}

/**
 * The lines that somebody may read from whom suppliers and their prices are hidden: remarks with a number, which may be a
 * price, and those that name a company that offers plants of the project are left out; a name that does so is not said.
 */
export async function untellingLines(db: Db, lines: ProjectLineRow[]): Promise<ProjectLineRow[]> {
  const zones = await listPlantZones(db, [...new Set(lines.flatMap(({ plantId }) => plantId ?? []))])
  const tells = namesTold(
    await listSuppliersOf(
      db,
      [...zones.values()].map(({ id }) => id),
    ),
  )
  return lines.flatMap(line => {
    if (!line.isNote) return [tells(line.name) ? { ...line, name: '' } : line]
    const text = line.name || line.text
    return /\p{N}/u.test(text) || tells(text) ? [] : [line]
  })
}
