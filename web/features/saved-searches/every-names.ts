import type { Every } from '#contract/saved-searches.ts'

/** Names of the frequencies, the usual one first. */
export const everyNames: Record<Every, string> = {
  daily: 'Раз в день, утром',
  instant: 'Сразу',
  weekly: 'По понедельникам',
  never: 'Не сообщать',
}
