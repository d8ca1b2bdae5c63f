const moments = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short' })
const days = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short' })

/** `21.11.2026, 12:40` */
export const momentOf = (time: string) => moments.format(new Date(time))

/** `21.11.2026` */
export const dayOf = (time: string) => days.format(new Date(time))
