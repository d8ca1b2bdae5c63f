// What is said between the process that serves and those that read (reading-process.ts, reading-worker.ts).
import type { PriceListSheet } from '#contract/price-lists.ts'
import type { Attached } from '#server/reading/letters/attached-list.ts'
import type { NamedPlant } from '#server/reading/names/named-plants.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import type { AskedQuestion, Instructions } from '#server/reading/price-lists/understand-sheets.ts'
import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'

/** A category of the catalogue that a section of a list may name. */
export interface Category {
  id: number
  name: string
  slug: string
}

/** What is to be read, with everything of the database that reading it takes. */
export type ReadingTask =
  | {
      is: 'price list'
      file: Uint8Array
      /** A file with more rows is refused. */
      most?: number
      categories: Category[]
      instructions: Pick<Instructions, 'corrections' | 'remembered' | 'answers'>
    }
  /** `path`: of a received file. */
  | { is: 'schedule'; path: string }
  | { is: 'schedule'; text: string }
  /** `path`: of a received letter. */
  | { is: 'letter'; path: string }

/** How a sheet of a price list was read; `shape` is the same for sheets of one kind in the company's next file. */
export type ReadSheet = PriceListSheet & { shape: string }

/** What is found, by list. Each list arrives in parts. */
export interface ReadingParts {
  sheets: ReadSheet[]
  questions: AskedQuestion[]
  rows: ReadRow[]
  lines: ScheduleLine[]
  /** What a letter brings: one. */
  attached: Attached[]
}

/** Why a file or text was not read, for its owner: `too_many`: more lines than a project or a preview may have. */
export interface Refusal {
  code: 'unreadable' | 'too_many' | 'too_slow' | 'too_large'
  sentence: string
}

export type ToWorker = { is: 'plants'; plants: NamedPlant[] } | { is: 'task'; task: ReadingTask }

export type FromWorker =
  /** The names of the plants are indexed. */
  | { is: 'ready' }
  | { [List in keyof ReadingParts]: { is: 'part'; list: List; items: ReadingParts[List] } }[keyof ReadingParts]
  | { is: 'progress'; done: number; total: number }
  | { is: 'done' }
  | { is: 'refused'; refusal: Refusal }
  /** A mistake of the reader's. */
  | { is: 'failed'; error: string }

/** `at`: the number of the task to which the message belongs, so that no answer is taken for another's. */
export type Numbered<Message> = Message & { at: number }
