import type { StaffPerson } from '#contract/staff-people.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { dayOf } from '../dates.ts'
import { BlockNote } from './block-note.tsx'
import { PersonCounts, PersonDeed, PersonName, PersonWork } from './person-cells.tsx'

/** A table where there is room for it, cards elsewhere. */
export function PeopleList({ people }: { people: StaffPerson[] }) {
  return useIsWide() ? <PeopleTable people={people} /> : <PeopleCards people={people} />
}

function PeopleTable({ people }: { people: StaffPerson[] }) {
  return (
    <Table caption="Люди">
      <thead>
        <tr>
          <HeadCell>Человек</HeadCell>
          <HeadCell>Компания</HeadCell>
          <HeadCell>Что есть</HeadCell>
          <HeadCell>На сайте с</HeadCell>
          <HeadCell>
            <span className="sr-only">Действия</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {people.map(person => (
          <tr key={person.id}>
            <Cell className="min-w-56">
              <PersonName person={person} />
              {person.block && (
                <div className="mt-2">
                  <BlockNote block={person.block} />
                </div>
              )}
            </Cell>
            <Cell className="min-w-40">
              <PersonWork person={person} />
            </Cell>
            <Cell>
              <PersonCounts person={person} />
            </Cell>
            <Cell className="text-sm whitespace-nowrap">
              <time dateTime={person.created_at}>{dayOf(person.created_at)}</time>
            </Cell>
            <Cell className="pr-0 text-right">
              <PersonDeed person={person} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function PeopleCards({ people }: { people: StaffPerson[] }) {
  return (
    <ul aria-label="Люди" className="grid gap-3 sm:grid-cols-2">
      {people.map(person => (
        <li key={person.id} className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
          <PersonName person={person} />
          <div>
            <PersonWork person={person} />
          </div>
          <PersonCounts person={person} />
          <p className="text-sm text-muted">На сайте с {dayOf(person.created_at)}</p>
          {person.block && <BlockNote block={person.block} />}
          <PersonDeed person={person} className="min-h-11" />
        </li>
      ))}
    </ul>
  )
}
