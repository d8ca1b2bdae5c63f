import { findPerson } from '#server/domains/accounts/accounts.api.ts'
import { findCompany } from '#server/domains/companies/companies.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TableSheet } from '#server/platform/exports/tables.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { pictureForPrint } from '#server/platform/media/picture-for-print.ts'

/** Who sends a paper: the company in which a person works, or the person. */
export interface Sender {
  name: string
  /** How to reach them, a line each. */
  contacts: string[]
  /** JPEG or PNG; `null`: none. */
  logo: Buffer | null
}

type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>['company']

/** With what senders are read. */
export interface SenderReads {
  db: Db
  media: Pick<MediaStore, 'files'>
}

export const senderOfCompany = async (
  { media }: Pick<SenderReads, 'media'>,
  { name, inn, address, phone, website, logoKey }: Company,
  contact = '',
): Promise<Sender> => ({
  name,
  contacts: [`ИНН\u00a0${inn}`, address, phone.replaceAll(' ', '\u00a0'), website, contact].filter(Boolean),
  logo: await pictureForPrint(media, logoKey),
})

export async function readSender(
  { db, media }: SenderReads,
  { id, companyId }: { id: string; companyId: number | null },
): Promise<Sender> {
  const [person, found] = await Promise.all([
    findPerson(db, id),
    companyId === null ? undefined : findCompany(db, companyId),
  ])
  // An address that nobody has confirmed may be somebody else's.
  const email = person?.confirmedEmail ?? ''
  const contact = [person?.name, email].filter(Boolean).join(', ')
  if (found) return senderOfCompany({ media }, found.company, contact)
  return { name: person?.name ?? '', contacts: email === '' ? [] : [email], logo: null }
}

/** The same for strangers: what the company shows to everybody, of a person the name alone. */
export async function readPublicSender(
  { db, media }: SenderReads,
  { id, companyId }: { id: string; companyId: number | null },
): Promise<Sender> {
  const found = companyId === null ? undefined : await findCompany(db, companyId)
  if (found) return senderOfCompany({ media }, found.company)
  return { name: (await findPerson(db, id))?.name ?? '', contacts: [], logo: null }
}

/** What stands above and below each printed page of a sheet. */
export const printedBy = ({ name, contacts }: Sender, titles: string[]): NonNullable<TableSheet['print']> => ({
  above: [...titles, name].filter(Boolean).join(' · '),
  below: contacts.join(' · '),
})

export const senderTitle = 'Отправитель'

/** A sheet of its own: above or below a table of plants they would be read as plants. */
export const senderSheet = ({ name, contacts }: Sender): TableSheet => ({
  name: senderTitle,
  columns: [{ title: senderTitle, width: 60 }],
  rows: [[{ bold: name }], ...contacts.map(text => [text])],
})
