import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { scheduleBounds } from '#server/reading/tables/cells.ts'
import { formatOf } from '#server/reading/tables/formats.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { decodeText } from '#server/reading/tables/read-text-table.ts'
import { readSchedule, TooManyLines } from './read-schedule.ts'
import type { ScheduleLine } from './schedule-line.ts'

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
