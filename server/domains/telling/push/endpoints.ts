import { type LookupAddress, lookup as lookupNow } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Networks that are no public service's: a push must not reach what only this machine or its neighbours can. */
const inner = new BlockList()
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(network, length, 'ipv4')
/** Of IPv6 only global unicast is public, without what stands in it for other networks. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(network, length, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  if (isIPv6(address)) return global.check(address, 'ipv6') && !inner.check(address, 'ipv6')
  return !inner.check(address, 'ipv4')
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Names that only a local network resolves. */
const isInnerName = (name: string) =>
  !/\.[^.]/.test(name) || /\.(?:localhost|local|internal|intranet|home|lan|corp|arpa|test|invalid)\.?$/i.test(name)

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** Milliseconds to wait for an address. */
const resolving = 2000

/** The addresses of a name; empty if it cannot be resolved now. */
async function addressesOf(name: string): Promise<string[]> {
  const found = lookup(name, { all: true }).then(
    all => all.map(({ address }) => address),
    () => [],
  )
  const late = new Promise<string[]>(resolve => setTimeout(resolve, resolving, []).unref())
  return Promise.race([found, late])
}

/** Whether this is an http address on this machine, which is only for tests. */
export const isLocalEndpoint = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname)

/**
 * Whether pushes may be sent there: https at a public address, or on this machine if that is allowed. A name that cannot
 * be resolved now is looked at again whenever something is sent (`publicLookup`).
 */
export async function isAcceptedEndpoint(text: string, { allowsLocal }: { allowsLocal: boolean }): Promise<boolean> {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '') return false
  if (allowsLocal && isLocalEndpoint(url)) return true
  if (url.protocol !== 'https:') return false
  const host = bare(url.hostname)
  if (isIP(host)) return isPublicAddress(host)
  if (isInnerName(host)) return false
  return (await addressesOf(host)).every(isPublicAddress)
}

/** A lookup for a connection: it goes to the public address that was checked, whatever the name means a moment later. */
export const publicLookup: LookupFunction = (name, options, done) => {
  lookupNow(name, { all: true }, (error, all) => {
    const [first] = all ?? []
    if (error || !first) return done(error, '', 0)
    if (!all.every(({ address }) => isPublicAddress(address))) {
      return done(new Error('the push service is not at a public address'), '', 0)
    }
    if (options.all) (done as (error: null, all: LookupAddress[]) => void)(null, all)
    else done(null, first.address, first.family)
  })
}
