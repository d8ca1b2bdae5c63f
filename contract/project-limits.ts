/* Apart from the shapes, so that screens for visitors need not load those. */

export const projectLimits = {
  /** Lines of a project, remarks counted with them. */
  lines: 1000,
  /** Lines in one part of a shared project. */
  sharedLines: 100,
  /** Projects of one person. */
  projects: 200,
  /** Letters of a schedule that is pasted. */
  text: 200_000,
  /** Letters of one line as it is kept, of its name and of the project's name. */
  line: 1000,
  name: 255,
  /** Of one line. */
  quantity: 1_000_000,
  /** Offers of one line that are shown. */
  options: 20,
} as const

/** In what a line counts: pieces, square metres, running metres, cubic metres, kilograms, packs. */
export const lineUnits = ['шт', 'м2', 'п.м.', 'м3', 'кг', 'уп'] as const

export const lineStates = ['matched', 'several', 'size_differs', 'not_offered', 'unknown', 'note'] as const

/** Tables that are read: for the `accept` of a file field (the format is detected by content), and how large they may be. */
export const tableTypes = ['.xlsx', '.xls', '.ods', '.docx', '.pdf', '.html', '.htm', '.csv', '.tsv', '.txt'] as const
export const tableBytes = 10 * 1024 * 1024
