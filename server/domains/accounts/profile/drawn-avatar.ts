/* Pictures for people without one: their initials, or a plant, on a colour chosen by the person's id. */

/** The path prefix of drawn avatars, before their number. */
export const drawnAvatarFolder = '/avatars/'

interface Palette {
  paper: string
  ground: string
  dark: string
  middle: string
  light: string
}

/** The site's greens and terracotta, with matching colours: mist, straw, heather. */
const palettes: Palette[] = [
  { paper: '#dfe9da', ground: '#cbdcc4', dark: '#1f5b3b', middle: '#4c8a5b', light: '#94c091' },
  { paper: '#f6e2d3', ground: '#edccb4', dark: '#8a3410', middle: '#b9561f', light: '#e09a67' },
  { paper: '#ebe6d8', ground: '#d9d1b9', dark: '#143f29', middle: '#3f7350', light: '#8aaa80' },
  { paper: '#dfe8e8', ground: '#c5d5d5', dark: '#264a50', middle: '#4a7b80', light: '#8fb4b3' },
  { paper: '#f4ebcd', ground: '#e6d7a1', dark: '#56561c', middle: '#86852f', light: '#bdb65f' },
  { paper: '#ecdfe5', ground: '#dac4d0', dark: '#592d46', middle: '#8c4f6e', light: '#c191ab' },
]

/** A hill below motifs that stand on the ground. */
const hill = ({ ground }: Palette) => `<path d="M0 78Q30 66 58 73T96 70V96H0Z" fill="${ground}"/>`

/** A round spot behind the other motifs. */
const spot = ({ ground }: Palette) => `<circle cx="48" cy="48" r="35" fill="${ground}"/>`

const stroke = (colour: string, width: number) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`

function leaf(palette: Palette): string {
  const { dark, middle, light } = palette
  const veins = [30, 40, 50, 60].map(y => `M48 ${y + 8}L${y < 45 ? 37 : 35} ${y}M48 ${y + 8}L${y < 45 ? 59 : 61} ${y}`)
  return `${spot(palette)}<g transform="rotate(24 48 48)">
<path d="M48 12C66 26 72 44 66 58C62 67 55 72 48 75Z" fill="${middle}"/>
<path d="M48 12C30 26 24 44 30 58C34 67 41 72 48 75Z" fill="${dark}"/>
<path d="${veins.join('')}" ${stroke(light, 1.4)}/><path d="M48 20V88" ${stroke(light, 2.2)}/></g>`
}

function spruce(palette: Palette): string {
  const { dark, middle, light } = palette
  const tiers = [
    [14, 38, 13],
    [26, 54, 19],
    [40, 72, 25],
  ] as const
  const halves = tiers.toReversed().map(([top, bottom, reach]) => {
    const fold = `Q48 ${bottom + 5} `
    return `<path d="M48 ${top}L${48 - reach} ${bottom}${fold}${48 + reach} ${bottom}Z" fill="${dark}"/>
<path d="M48 ${top}L${48 + reach} ${bottom}Q58 ${bottom + 3.5} 48 ${bottom + 2.5}Z" fill="${middle}"/>`
  })
  return `${hill(palette)}<path d="M48 70V84" ${stroke(dark, 5)}/>${halves.join('')}
<circle cx="20" cy="22" r="7" fill="${light}" opacity=".7"/>`
}

function tree(palette: Palette): string {
  const { dark, middle, light } = palette
  return `${hill(palette)}<path d="M48 84V50M48 66L37 55M48 60L58 50" ${stroke(dark, 4)}/>
<circle cx="33" cy="45" r="15" fill="${dark}"/><circle cx="63" cy="44" r="16" fill="${dark}"/>
<circle cx="47" cy="31" r="18" fill="${middle}"/><circle cx="58" cy="45" r="12" fill="${middle}"/>
<circle cx="35" cy="43" r="9" fill="${middle}"/><circle cx="43" cy="26" r="8" fill="${light}"/>
<circle cx="61" cy="39" r="5" fill="${light}"/><path d="M48 84V62" ${stroke(dark, 4)}/>`
}

function sprig(palette: Palette): string {
  const { dark, middle, light } = palette
  const blade = (x: number, y: number, turn: number, colour: string) =>
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C5-8 15-10 24-4C17 5 7 7 0 0Z" fill="${colour}"/>`
  const pairs = [
    [43, 70],
    [46, 57],
    [49, 44],
    [52, 32],
  ].map(([x = 0, y = 0]) => blade(x, y, -12, middle) + blade(x, y, -158, dark))
  return `${spot(palette)}<path d="M39 86Q46 62 54 24" ${stroke(dark, 2.4)}/>${pairs.join('')}
${blade(54, 27, -84, light)}`
}

function flower(palette: Palette): string {
  const { dark, middle, light } = palette
  const petals = [0, 60, 120, 180, 240, 300].map(
    turn =>
      `<path transform="rotate(${turn} 48 36)" d="M48 36C39 29 39 17 48 11C57 17 57 29 48 36Z" fill="${middle}"/>`,
  )
  return `${hill(palette)}<path d="M48 38Q51 62 47 88" ${stroke(dark, 3)}/>
<path d="M49 70C38 70 31 64 28 56C39 56 46 61 49 70Z" fill="${dark}"/>
<path d="M50 62C59 61 65 56 68 48C58 48 52 53 50 62Z" fill="${dark}"/>
${petals.join('')}<circle cx="48" cy="36" r="7" fill="${light}"/><circle cx="48" cy="36" r="3" fill="${dark}"/>`
}

function grove(palette: Palette): string {
  const { dark, middle, light } = palette
  const column = (x: number, top: number, width: number, left: string, right: string) =>
    `<path d="M${x} ${top}C${x - width} ${top + 22} ${x - width} 68 ${x - width * 0.6} 80H${x}Z" fill="${left}"/>
<path d="M${x} ${top}C${x + width} ${top + 22} ${x + width} 68 ${x + width * 0.6} 80H${x}Z" fill="${right}"/>`
  return `<circle cx="68" cy="24" r="9" fill="${palette.ground}"/>${column(28, 34, 11, middle, light)}
${column(69, 42, 10, middle, light)}${column(48, 12, 14, dark, middle)}${hill(palette)}`
}

const motifs = [leaf, spruce, tree, sprig, flower, grove]
const variants = motifs.length * palettes.length

/** The first letters of the first two words of a name, «АВ»; `""` of a name without letters. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap(word => /\p{L}/u.exec(word.normalize('NFC'))?.[0].toUpperCase().slice(0, 1) ?? [])
    .slice(0, 2)
    .join('')

/** The path of the avatar of this person: their initials on a colour of theirs, or a plant where there are none. */
export function drawnAvatarPath(id: string, name: string): string {
  // The last digits of a UUID are random.
  const variant = Number.parseInt(id.slice(-6), 16) % variants
  const initials = initialsOf(name)
  return `${drawnAvatarFolder}${variant}${initials && `-${encodeURIComponent(initials)}`}.svg`
}

/** The picture with this number and these letters, or `null` if there is none. */
export function drawAvatar(variant: number, initials = ''): string | null {
  const motif = motifs[variant % motifs.length]
  const palette = palettes[Math.floor(variant / motifs.length)]
  if (!motif || !palette) return null
  const drawn = initials
    ? `<text x="48" y="61" text-anchor="middle" font-family="'Golos Text',system-ui,sans-serif" font-weight="600" font-size="37" fill="${palette.dark}">${initials}</text>`
    : motif(palette)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="320" height="320">
<rect width="96" height="96" fill="${initials ? palette.ground : palette.paper}"/>${drawn}</svg>`
}
