/** The attributes of the elements that Lucide's icons are made of. */
type Attributes = Record<string, string>

const arc = (radiusX: number, radiusY: number, x: number, y: number) => `a${radiusX} ${radiusY} 0 1 0 ${x} ${y}`

/** Two half turns from the leftmost point. */
const round = (x: number, y: number, radiusX: number, radiusY: number) =>
  `M${x - radiusX} ${y}${arc(radiusX, radiusY, 2 * radiusX, 0)}${arc(radiusX, radiusY, -2 * radiusX, 0)}`

function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const corner = (towardsX: number, towardsY: number) =>
    `a${radius} ${radius} 0 0 1 ${towardsX * radius} ${towardsY * radius}`
  const [across, down] = [width - 2 * radius, height - 2 * radius]
  return `M${x + radius} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`
}

/**
 * A path's own data, as one that may follow another: there a small «m» would count from where that one ended. The pairs
 * of numbers after the first one are lines relative to it, which they would not be after a capital «M».
 */
function standingAlone(data: string): string {
  const number = /\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))/y
  if (!data.startsWith('m')) return data
  number.lastIndex = 1
  const x = number.exec(data)?.[1]
  const y = number.exec(data)?.[1]
  if (x === undefined || y === undefined) throw new Error(`a path that begins nowhere: ${data}`)
  const rest = data.slice(number.lastIndex).trimStart()
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`
}

function dataOf(element: string, attributes: Attributes): string {
  const number = (name: string) => Number(attributes[name] ?? 0)
  switch (element) {
    case 'path':
      return standingAlone(attributes.d ?? '')
    case 'circle':
      return round(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return round(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), number('rx'))
    default:
      throw new Error(`an icon has a <${element}>`)
  }
}

const drawnWithLines = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
const known = new Set(['stroke-width', 'd', 'cx', 'cy', 'r', 'x', 'y', 'width', 'height', 'rx', 'ry'])

/** One path that draws what these SVG elements draw with lines. Throws for what cannot be drawn so. */
export function pathOfShapes(body: string): string {
  const parts: string[] = []
  for (const [, element = '', written = ''] of body.matchAll(/<([a-z]+)\s*([^>]*?)\/?>/g)) {
    const attributes: Attributes = Object.fromEntries(
      [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, ...pair]) => pair),
    )
    // Its line of two units fills it.
    const isDot = element === 'circle' && Number(attributes.r) <= 1
    for (const [name, value] of Object.entries(attributes)) {
      const isUsual = drawnWithLines[name as keyof typeof drawnWithLines] === value || (isDot && name === 'fill')
      if (!isUsual && !known.has(name)) throw new Error(`an icon has ${name}="${value}"`)
    }
    if (element !== 'g') parts.push(dataOf(element, attributes))
  }
  return parts.join('')
}
