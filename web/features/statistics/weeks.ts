const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const day = 86_400_000

/** A week by its Monday: `16–22 нояб.` */
export function weekName(monday: string): string {
  const first = new Date(monday)
  return days.formatRange(first, new Date(first.getTime() + 6 * day))
}

/** Its beginning, for the axis: `16 нояб.` */
export const mondayName = (monday: string) => days.format(new Date(monday))

const steps = [2, 4, 6, 8, 10]

/** The top of an axis on which this is the highest bar: its half is a whole number too. */
export function highest(number: number): number {
  for (let power = 1; ; power *= 10) {
    const step = steps.find(one => one * power >= number)
    if (step) return step * power
  }
}
