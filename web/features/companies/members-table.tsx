import type { ContactPerson } from '#contract/companies.ts'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'

/** Whom one can write to; their e-mails are the company's public contacts. */
export function MembersTable({ members }: { members: ContactPerson[] }) {
  return (
    <Table caption="Сотрудники" captionShown>
      <thead>
        <tr>
          <HeadCell>Имя</HeadCell>
          <HeadCell>E-mail</HeadCell>
        </tr>
      </thead>
      <tbody>
        {members.map(member => (
          <tr key={member.id}>
            <Cell>{member.name}</Cell>
            <Cell>
              <a href={`mailto:${member.email}`} className="link break-all">
                {member.email}
              </a>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
