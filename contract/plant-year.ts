import { z } from 'zod'

/** What a part of a plant looks like: colours of leaves and needles, those of flowers, and branches without leaves. */
export const yearTones = [
  'green',
  'light-green',
  'dark-green',
  'grey-green',
  'blue',
  'blue-green',
  'silver',
  'yellow',
  'yellow-green',
  'purple',
  'red',
  'bronze',
  'orange',
  'brown',
  'pink-variegated',
  'white-variegated',
  'yellow-variegated',
  'bare',
  'flower-white',
  'flower-cream',
  'flower-yellow',
  'flower-orange',
  'flower-pink',
  'flower-red',
  'flower-crimson',
  'flower-purple',
  'flower-violet',
  'flower-blue',
  'flower-green',
  'flower-brown',
  'flower',
] as const
export type YearTone = (typeof yearTones)[number]

/** Months from 1 to 12; over the new year the first is greater than the last. */
export const yearSpan = z.object({ from_month: z.int(), to_month: z.int(), text: z.string(), tone: z.enum(yearTones) })
export type YearSpan = z.output<typeof yearSpan>

/** A part of the plant through the year, from its beginning on; months that no span has are not known. */
export const yearRow = z.object({ part: z.string(), spans: z.array(yearSpan) }).meta({ id: 'PlantYearRow' })
export type YearRow = z.output<typeof yearRow>
