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
              <Email address={member.email} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** On a phone the address breaks after its «@», where it is read best. */
function Email({ address }: { address: string }) {
  const [name = '', host = ''] = address.split(/(?<=@)/)
  return (
    <a href={`mailto:${address}`} className="link inline-block py-0.5">
      {name}
      <wbr />
      {host}
    </a>
  )
}
