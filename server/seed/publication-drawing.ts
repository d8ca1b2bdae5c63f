import { create, type Font } from 'fontkit'
import { type Face, fontFile } from '#server/platform/fonts.ts'

/** Units of every drawing, which are also the pixels of its largest picture. */
const viewBox = '0 0 1280 720'

const shapeAttributes = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray']
const common = [...shapeAttributes, 'opacity', 'fill-opacity', 'stroke-opacity', 'fill-rule', 'clip-path', 'transform']
const gradient = ['id', 'gradientUnits', 'gradientTransform']

/** Everything that a drawing may consist of. */
const allowed: Record<string, string[]> = {
  svg: ['xmlns', 'viewBox'],
  g: common,
  path: [...common, 'd'],
  rect: [...common, 'x', 'y', 'width', 'height', 'rx', 'ry'],
  circle: [...common, 'cx', 'cy', 'r'],
  ellipse: [...common, 'cx', 'cy', 'rx', 'ry'],
  line: [...common, 'x1', 'y1', 'x2', 'y2'],
  polyline: [...common, 'points'],
  polygon: [...common, 'points'],
  text: ['x', 'y', 'font-size', 'font-weight', 'fill', 'text-anchor'],
  defs: [],
  linearGradient: [...gradient, 'x1', 'y1', 'x2', 'y2'],
  radialGradient: [...gradient, 'cx', 'cy', 'r', 'fx', 'fy'],
  stop: ['offset', 'stop-color', 'stop-opacity'],
  clipPath: ['id', 'clipPathUnits'],
}

const facesByWeight: Record<string, Face> = { '400': 'label', '600': 'labelBold' }
const anchors: Record<string, number> = { start: 0, middle: 0.5, end: 1 }
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

const fonts = new Map<Face, Font>()
function fontOf(face: Face): Font {
  const font = fonts.get(face) ?? (create(fontFile(face)) as Font)
  fonts.set(face, font)
  return font
}

type Attributes = Record<string, string>

function readAttributes(element: string, source: string): Attributes {
  const attributes: Attributes = {}
  for (const [, name = '', value = ''] of source.matchAll(/([A-Za-z][\w:-]*)="([^"]*)"/g)) {
    if (!allowed[element]?.includes(name)) throw new Error(`<${element}> has the attribute ${name}`)
    if (/url\((?!#[\w-]+\))/.test(value)) throw new Error(`${name} refers to something outside`)
    attributes[name] = value
  }
  return attributes
}

/** The letters of one line as a path, in the site's typeface. */
function outline(attributes: Attributes, source: string): string {
  const content = source.replace(/&[a-z]+;/g, entity => entities[entity] ?? entity)
  const face = facesByWeight[attributes['font-weight'] ?? '']
  const anchor = anchors[attributes['text-anchor'] ?? 'start']
  const [x, y, size] = ['x', 'y', 'font-size'].map(name => Number(attributes[name] ?? Number.NaN))
  if (!face || anchor === undefined || ![x, y, size].every(Number.isFinite)) {
    throw new Error(`the text "${content}" has a weight, an anchor, a size or a place that is not agreed`)
  }
  const font = fontOf(face)
  const run = font.layout(content)
  const scale = (size ?? 0) / font.unitsPerEm
  let pen = (x ?? 0) - run.advanceWidth * scale * anchor
  const paths = run.glyphs.map((glyph, index) => {
    if (glyph.id === 0) throw new Error(`the typeface lacks a letter of "${content}"`)
    const position = run.positions[index]
    const path = glyph.path.scale(scale, -scale).translate(pen + (position?.xOffset ?? 0) * scale, y ?? 0)
    pen += (position?.xAdvance ?? 0) * scale
    return path.toSVG()
  })
  return `<path d="${paths.join('')}" fill="${attributes.fill ?? '#000000'}"/>`
}

const tag = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w:-]*="[^"<>]*")*)\s*(\/?)>|([^<]+)|</g

/**
 * A drawing with its texts turned into outlines, so that it looks the same wherever it is rendered. Throws for anything
 * but the agreed shapes and attributes, and for what is not well-formed.
 */
export function outlineTexts(svg: string): string {
  const open: string[] = []
  let text: Attributes | null = null
  let content = ''
  const written = svg.replace(
    tag,
    (whole: string, closing: string, element: string, source: string, empty, between) => {
      if (between !== undefined) {
        if (text) content += between
        else if (between.trim() !== '') throw new Error(`"${between.trim()}" stands outside of a text`)
        return text ? '' : between
      }
      if (element === undefined || !(element in allowed)) throw new Error(`"${whole.slice(0, 40)}" is not agreed`)
      if (closing) {
        if (open.pop() !== element) throw new Error(`</${element}> closes nothing`)
        if (!text) return whole
        const path = outline(text, content)
        text = null
        content = ''
        return path
      }
      if (text) throw new Error(`<${element}> stands in a text`)
      const attributes = readAttributes(element, source)
      if ((element === 'svg') !== (open.length === 0)) throw new Error('there is one <svg>, around everything')
      if (element === 'svg' && attributes.viewBox !== viewBox) throw new Error(`the viewBox is not "${viewBox}"`)
      if (!empty) open.push(element)
      if (element !== 'text') return whole
      if (!empty) text = attributes
      return ''
    },
  )
  if (open.length > 0 || written.trim() === '') throw new Error('it is cut off')
  return written
}
