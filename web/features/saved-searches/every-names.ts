import type { Every } from '#contract/saved-searches.ts'

/** How often it is told, as the choices call it; what is usual comes first. */
export const everyNames: Record<Every, string> = {
  daily: 'Раз в день, утром',
  instant: 'Сразу',
  weekly: 'По понедельникам',
  never: 'Не сообщать',
}
