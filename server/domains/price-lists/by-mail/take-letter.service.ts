import type { DNSResolver } from 'mailauth'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import { LetterRefused, notTaken, type ReceivedLetter, tryLater } from '#server/platform/mail/receiving/mail-server.ts'
import { nameServers, proveSender } from '#server/platform/mail/receiving/prove-sender.ts'
import type { Attached } from '#server/reading/letters/attached-list.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { readers as processReaders, type ReadingPool } from '#server/reading/workers/reading-pool.ts'
import { ReadingInterrupted, ReadingRefused } from '#server/reading/workers/reading-process.ts'
import { fileNameOf, startList } from '../price-lists.service.ts'
import { findSender, insertLetter, rememberLetter } from './by-mail.queries.ts'
import { tokenIn } from './mail-address.service.ts'

export interface LetterDeps {
  db: Db
  names: () => Promise<NamedPlants>
  /** Letters of a company, and lists that it sends in any way. */
  letters: Limit
  uploads: Limit
  readers?: ReadingPool
  /** Asks the name servers. */
  resolver?: () => DNSResolver
}

/** What a member is told whose letter brings no list; strangers are never told. */
const refusals: Record<Exclude<Attached['is'], 'list'>, string> = {
  none: '5.6.0 No price list is attached to this letter',
  several: '5.6.0 Several files are attached: send one price list in a letter',
  too_large: '5.3.4 The attached file is larger than 10 MB',
  unreadable: '5.6.0 The parts of this letter cannot be read',
}

const tooMany = () => new LetterRefused(550, '5.7.1 Too many letters of this company within an hour')

/**
 * Takes a letter with a price list: it must come from a member of the address's company, as far as the domain of their
 * confirmed e-mail can say, and becomes a list that is read in the background. Throws LetterRefused; then it changes
 * nothing. Whose address it is is looked up last, and only for a sender who is proven, so that nobody can find out
 * addresses or members.
 */
export function letterTaker({
  db,
  names,
  letters,
  uploads,
  readers = processReaders,
  resolver = nameServers,
}: LetterDeps) {
  async function listIn({ path }: ReceivedLetter, personId: string, signal: AbortSignal): Promise<Attached> {
    const named = await names()
    try {
      const asker = { kind: 'member', person: personId, network: 'mail' } as const
      const { attached } = await readers.at(asker, signal, read => read({ is: 'letter', path }, named))
      return attached[0] ?? { is: 'unreadable' }
    } catch (error) {
      if (error instanceof ReadingRefused) return { is: 'unreadable' }
      if (error instanceof ReadingInterrupted || error instanceof AppError) throw tryLater()
      throw error
    }
  }

  return async function takeLetter(letter: ReceivedLetter, signal: AbortSignal): Promise<void> {
    const { header, recipient } = letter
    const token = tokenIn(recipient.slice(0, recipient.lastIndexOf('@')))
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(tryLater()), { once: true })
    })
    const proof = await Promise.race([proveSender(letter, resolver()), late])
    if (proof.is === 'unproven' || token === null) throw notTaken()
    const sender = await findSender(db, token, header.from)
    if (!sender) throw notTaken()
    if (proof.is === 'unclear') throw tryLater()
    const { companyId, personId } = sender
    await takeOne(letters, companyId)
    const attached = await listIn(letter, personId, signal)
    if (attached.is !== 'list') throw new LetterRefused(550, refusals[attached.is])
    await takeOne(uploads, companyId)
    try {
      await db.transaction(async tx => {
        // The address may be another one by now, and the person gone.
        const still = await findSender(tx, token, header.from)
        if (still?.personId !== personId || still.companyId !== companyId) throw notTaken()
        // A letter that comes again has been taken already: its sender's machine may not have heard that.
        if (!(await rememberLetter(tx, companyId, proof.keys))) throw new Repeated()
        const id = uuidv7()
        const fileName = fileNameOf(attached.fileName)
        await startList(tx, { id, companyId, createdById: personId, fileName, answers: [] }, attached.content)
        await insertLetter(tx, id, !header.isAutomatic)
      })
    } catch (error) {
      if (error instanceof Repeated) return
      // Of the same company others are being read.
      if (error instanceof AppError) throw tryLater()
      throw error
    }
  }
}

/** Undoes the transaction of a letter that has come before. */
class Repeated extends Error {}

async function takeOne(limit: Limit, companyId: number): Promise<void> {
  if (!(await limit.allows(String(companyId)))) throw tooMany()
}
