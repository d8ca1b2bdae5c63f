import { isIP } from 'node:net'
import Bowser from 'bowser'

/** Maximum of characters read from a User-Agent header; real ones are shorter. */
const readLetters = 512

/** Names of browsers and systems that the parser knows. Names that it only copies from the header are untrusted. */
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** Our names for those that the parser names differently. */
const ownNames: Record<string, string> = {
  'Android Browser': 'Браузер Android',
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Yandex Browser': 'Яндекс Браузер',
}

/** A browser and its system in a few words, «Chrome, Windows»; `""` for an unknown browser. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, readLetters)
  if (text === '') return ''
  const { browser, os } = Bowser.parse(text)
  const known = [browsers.has(browser.name ?? '') && browser.name, systems.has(os.name ?? '') && os.name]
  return known.flatMap(name => (name ? [ownNames[name] ?? name] : [])).join(', ')
}

/** A network address in its shortest form; `""` for invalid ones. */
export function shortAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : ''
  // The URL parser shortens it, but writes an IPv4 address within it as two groups.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? []
  if (!high || !low) return short
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, other >> 8, other & 255].join('.')
}
