import { Fragment, type ReactNode } from 'react'
import type { ContactPerson } from '#contract/companies.ts'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'

interface MembersTableProps {
  members: ContactPerson[]
  /** Accessible name, if a heading above already says «Сотрудники». */
  hiddenCaption?: string
  /** Actions on a person; without them there is no such column. */
  action?: (member: ContactPerson) => ReactNode
}

/** The company's members and their e-mails. */
export function MembersTable({ members, hiddenCaption, action }: MembersTableProps) {
  return (
    <Table caption={hiddenCaption ?? 'Сотрудники'} captionShown={!hiddenCaption} className="max-sm:[&_:is(td,th)]:px-1">
      <thead>
        <tr>
          <HeadCell>Имя</HeadCell>
          <HeadCell>E-mail</HeadCell>
          {action && (
            <HeadCell>
              <span className="sr-only">Действия</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody className="[&_td]:align-middle">
        {members.map(member => (
          <tr key={member.id}>
            <Cell className="min-w-24 max-sm:wrap-anywhere max-sm:hyphens-auto">{member.name}</Cell>
            <Cell className="min-w-28 max-sm:w-full">
              {member.email ? <Email address={member.email} /> : <span className="text-muted">Не показан</span>}
            </Cell>
            {action && <Cell className="w-0 py-0 pr-0 pl-0">{action(member)}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** On a phone the address breaks after its «@» and before its dots. */
function Email({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link inline-block py-0.5 wrap-anywhere max-sm:text-sm">
      {address.split(/(?<=@)|(?=\.)/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one fixed text
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </a>
  )
}
