/** Milliseconds by which Moscow is ahead of UTC, all year. */
export const moscowAhead = 3 * 3_600_000

/** The day in Moscow, `2026-04-15`. */
export const dayInMoscow = (at: Date): string => new Date(at.getTime() + moscowAhead).toISOString().slice(0, 10)
