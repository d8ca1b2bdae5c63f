import { isIPv4, isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address without a zone. */
function groupsOf(address: string): number[] {
  // The URL parser gives the canonical form, also of an IPv4 tail.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  const [first, last] = [groups(head), groups(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/**
 * What counts as one sender: an IPv4 address, also when mapped into IPv6, is used as it is; of an IPv6 address the
 * first half, because its owner has all addresses that share it. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIPv4(address) || !isIPv6(bare)) return address
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 0xff])
      .join('.')
  }
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}
