import type { NamedPlants } from '#server/domains/plants/named-plants.ts'
import { scheduleBounds } from '#server/domains/price-lists/reading/cells.ts'
import { formatOf } from '#server/domains/price-lists/reading/formats.ts'
import { readTables } from '#server/domains/price-lists/reading/read-tables.ts'
import { decodeText } from '#server/domains/price-lists/reading/read-text-table.ts'
import { readSchedule, type ScheduleLine, TooManyLines } from './read-schedule.ts'

/** Reads the file of a schedule; `failure` is a sentence for its owner. Throws TooManyLines. */
export async function readScheduleFile(
  bytes: Buffer,
  plants: NamedPlants,
): Promise<ScheduleLine[] | { failure: string }> {
  const tables = await readTables(bytes, scheduleBounds)
  if ('failure' in tables) {
    if (tables.isTooLong) throw new TooManyLines()
    return { failure: tables.failure }
  }
  const text = formatOf(bytes) === 'text' ? { text: decodeText(bytes).replace(/^\ufeff/, '') } : {}
  return readSchedule({ sheets: tables.sheets, ...text }, plants)
}

/** Reads a schedule that was pasted: a text, or the page from which it was copied. Like readScheduleFile. */
export async function readScheduleText(text: string, plants: NamedPlants): ReturnType<typeof readScheduleFile> {
  const bytes = Buffer.from(text)
  return formatOf(bytes) === 'page' ? readScheduleFile(bytes, plants) : readSchedule({ text }, plants)
}
