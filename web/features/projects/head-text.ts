import type { Project } from '#contract/projects.ts'
import type { ClientProject } from '#contract/shares.ts'
import { placeName } from '../places/place-label.ts'

const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

type Head = Pick<Project, 'place' | 'region' | 'zone' | 'updated_at'>

/** «Тверь, Тверская область · зона 4»; `""`: nothing of it is said. */
export const whereText = ({ place, region, zone }: Omit<Head, 'updated_at'>) =>
  [place ? placeName(place) : region?.name, zone !== null && `зона ${zone}`].filter(Boolean).join(' · ')

/** The same, with the day of the last change. */
export const headText = (head: Head) =>
  [whereText(head), `изменено ${dates.format(new Date(head.updated_at))}`].filter(Boolean).join(' · ')

/** The same of a client's version. */
export const clientHeadText = ({ place_name, zone, updated_at }: ClientProject) =>
  [place_name, zone !== null && `зона ${zone}`, `изменено ${dates.format(new Date(updated_at))}`]
    .filter(Boolean)
    .join(' · ')
