import { createHash } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Readable } from 'node:stream'
import type { DKIMResult, DNSResolver } from 'mailauth'
import type { LetterHeader } from './letter-headers.ts'

/** A letter as it came, before anybody knows whose it is. */
export interface UnprovenLetter {
  header: LetterHeader
  /** The return path; `''` for none. */
  sender: string
  /** Where it came from, and how that machine calls itself. */
  ip: string
  helo: string
  /** To whom it came. */
  recipient: string
  /** The whole letter, again and again. */
  open: () => Readable
}

/**
 * `proven`: the domain of `From` says that the letter is its own. `keys`: the same for the same letter sent again.
 * `unproven`: it does not. `unclear`: its name servers could not be asked.
 */
export type Proof = { is: 'proven'; keys: string[] } | { is: 'unproven' } | { is: 'unclear' }

/** Bits of an RSA key; shorter ones can be broken. */
const leastBits = 1024
/** Milliseconds that a letter may have been on its way, and that a clock may be ahead. */
const day = 24 * 60 * 60_000
export const letterAge = { most: 7 * day, ahead: day } as const

/** Addresses that nobody has: a domain for which they may send lets anybody send. */
const nobodysAddresses = { 4: ['192.0.2.77', '10.77.77.77'], 6: ['2001:db8::77', 'fd77::77'] } as const

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Asks each question once. Everybody gets an answer of their own, as some write into it. */
function remembering(resolve: DNSResolver): DNSResolver {
  const answers = new Map<string, ReturnType<DNSResolver>>()
  return async (name, type) => {
    const key = `${type} ${name}`
    const known = answers.get(key) ?? resolve(name, type)
    answers.set(key, known)
    try {
      return structuredClone(await known)
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      throw Object.assign(new Error(message), { code })
    }
  }
}

type Vote = 'yes' | 'no' | 'unclear'

const voteOf = (result: string): Vote => (result === 'pass' ? 'yes' : result === 'temperror' ? 'unclear' : 'no')

/**
 * Whether this machine may send for the domain (SPF). The return path must be the very address: a domain of many people
 * says with SPF only that one of them sends.
 */
async function asksSpf({ header, sender, ip, helo }: UnprovenLetter, resolver: DNSResolver): Promise<Vote> {
  if (sender.toLowerCase() !== header.from) return 'no'
  const { spf } = await import('mailauth/lib/spf/index.js')
  const ask = async (from: string) =>
    voteOf((await spf({ sender, ip: from, helo, mta: 'dendro', resolver })).status.result)
  const vote = await ask(ip)
  if (vote !== 'yes') return vote
  const others = await Promise.all(nobodysAddresses[ip.includes(':') ? 6 : 4].map(ask))
  return others.includes('yes') ? 'no' : 'yes'
}

/** The names of the fields that a signature covers. */
const covered = ({ signingHeaders }: DKIMResult) =>
  new Set(
    (signingHeaders?.keys ?? '')
      .toLowerCase()
      .split(':')
      .map(name => name.trim()),
  )

/**
 * Whether a signature says that the domain has sent this letter to this recipient (DKIM). A signature stays valid when
 * somebody sends the letter on, so it must cover to whom it went and when; one of part of the text covers nothing.
 */
function isOurs(result: DKIMResult, { header, recipient }: UnprovenLetter): boolean {
  const { status, signingDomain, canonBodyLengthLimited } = result
  if (status.result !== 'pass' || status.testing || canonBodyLengthLimited !== false) return false
  if (signingDomain?.toLowerCase() !== header.domain) return false
  const fields = covered(result)
  if (!fields.has('from') || !fields.has('date')) return false
  return (['to', 'cc'] as const).some(name => fields.has(name) && mentions(header[name], recipient.toLowerCase()))
}

/** Whether the address stands in this list of addresses, not as a part of a longer one. */
function mentions(list: string, wanted: string): boolean {
  return list.split(/[\s<>,;:"()]+/).includes(wanted)
}

async function asksDkim(letter: UnprovenLetter, resolver: DNSResolver): Promise<{ vote: Vote; keys: string[] }> {
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const { results } = await dkimVerify(letter.open(), {
    resolver,
    minBitLength: leastBits,
    strict: true,
  })
  // Of the signature's bytes: its text can be written in several ways.
  const keys = results.filter(result => isOurs(result, letter)).flatMap(({ id }) => id ?? [])
  if (keys.length > 0) return { vote: 'yes', keys: keys.map(key => hashOf(`signature ${key}`)) }
  const isUnclear = results.some(
    ({ status, signingDomain }) =>
      status.result === 'temperror' && signingDomain?.toLowerCase() === letter.header.domain,
  )
  return { vote: isUnclear ? 'unclear' : 'no', keys: [] }
}

/**
 * Finds out whether the address in `From` has sent the letter, as far as its domain can say: by SPF for exactly this
 * address, or by a DKIM signature of exactly this domain. Throws nothing of the letter's.
 */
export async function proveSender(letter: UnprovenLetter, resolve: DNSResolver, now = Date.now()): Promise<Proof> {
  const { date, messageId } = letter.header
  const age = now - date.getTime()
  if (age > letterAge.most || age < -letterAge.ahead) return { is: 'unproven' }
  const resolver = remembering(resolve)
  const [spf, dkim] = await Promise.all([asksSpf(letter, resolver), asksDkim(letter, resolver)])
  if (spf === 'yes' || dkim.vote === 'yes') {
    const id = messageId ?? `${letter.header.from} ${date.toISOString()}`
    return { is: 'proven', keys: [hashOf(`id ${id}`), ...dkim.keys] }
  }
  return { is: spf === 'unclear' || dkim.vote === 'unclear' ? 'unclear' : 'unproven' }
}

/** The name servers of this machine, for one letter; each answer is waited for a few seconds. */
export function nameServers(): DNSResolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  return (name, type) => resolver.resolve(name, type as 'TXT')
}
