import type { StaffPerson } from '#contract/moderation/people.ts'
import { BlockableList } from './blockable-list.tsx'
import { PersonAction, PersonCounts, PersonName, PersonWork } from './person-cells.tsx'

export function PeopleList({ people }: { people: StaffPerson[] }) {
  const entries = people.map(person => ({
    id: person.id,
    name: <PersonName person={person} />,
    bond: <PersonWork person={person} />,
    counts: <PersonCounts person={person} />,
    createdAt: person.created_at,
    block: person.block,
    action: <PersonAction person={person} />,
  }))
  return <BlockableList label="Люди" heads={['Человек', 'Компания']} entries={entries} />
}
