/** Writes SVG: short numbers, shapes stamped into merged paths, a sheet that collects definitions and marks. */
export type Point = readonly [number, number]

export function num(value: number): string {
  const rounded = Math.round(value * 10) / 10
  if (rounded === 0) return '0'
  const text = String(rounded)
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text
}

export function pair(x: number, y: number): string {
  const b = num(y)
  return b.startsWith('-') ? num(x) + b : `${num(x)} ${b}`
}

/** Relative path commands in a unit frame: the shape starts at 0,0, points along +x and is about 1 long. */
export type Shape = readonly (readonly [command: string, ...vectors: number[]])[]

export function stamp(shape: Shape, x: number, y: number, angle: number, length: number, width = length): string {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let d = `M${pair(x, y)}`
  // For a mark of this size whole pixels are exact enough, and the path is a third shorter.
  const grid = length >= 15 ? 1 : 10
  for (const [command, ...vectors] of shape) {
    d += command
    for (let i = 0; i + 1 < vectors.length; i += 2) {
      const px = (vectors[i] ?? 0) * length
      const py = (vectors[i + 1] ?? 0) * width
      const text = pair(
        Math.round((px * cos - py * sin) * grid) / grid,
        Math.round((px * sin + py * cos) * grid) / grid,
      )
      d += i > 0 && !text.startsWith('-') ? ` ${text}` : text
    }
  }
  return d
}

/** A straight-sided unit shape from absolute points; the first is its base, 0,0. */
export function polygon(...points: Point[]): Shape {
  const steps: [string, ...number[]] = ['l']
  let last: Point = points[0] ?? [0, 0]
  for (const point of points.slice(1)) {
    steps.push(point[0] - last[0], point[1] - last[1])
    last = point
  }
  return [steps, ['z']]
}

export const dot = (x: number, y: number, r: number): string =>
  `M${pair(x - r, y)}a${num(r)} ${num(r)} 0 1 0 ${pair(2 * r, 0)}a${num(r)} ${num(r)} 0 1 0 ${pair(-2 * r, 0)}z`

/** A smooth line through the points (Catmull-Rom), open or closed. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length
  const at = (i: number): Point =>
    (closed ? points[(i + count) % count] : points[Math.min(count - 1, Math.max(0, i))]) ?? [0, 0]
  let d = `M${pair(at(0)[0], at(0)[1])}`
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const c1: Point = [(p2[0] - p0[0]) / 6, (p2[1] - p0[1]) / 6]
    const c2: Point = [p2[0] - (p3[0] - p1[0]) / 6 - p1[0], p2[1] - (p3[1] - p1[1]) / 6 - p1[1]]
    d += `c${pair(c1[0], c1[1])} ${pair(c2[0], c2[1])} ${pair(p2[0] - p1[0], p2[1] - p1[1])}`
  }
  return closed ? `${d}z` : d
}

export const lineOf = (points: readonly Point[], closed = true): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${pair(x, y)}`).join('') + (closed ? 'z' : '')

export function alongCurve(a: Point, c: Point, b: Point, t: number): Point {
  const s = 1 - t
  return [s * s * a[0] + 2 * s * t * c[0] + t * t * b[0], s * s * a[1] + 2 * s * t * c[1] + t * t * b[1]]
}

export function curveAngle(a: Point, c: Point, b: Point, t: number): number {
  const dx = (1 - t) * (c[0] - a[0]) + t * (b[0] - c[0])
  const dy = (1 - t) * (c[1] - a[1]) + t * (b[1] - c[1])
  return Math.atan2(dy, dx)
}

/** A limb: a quadratic curve that tapers from one width to another. */
export function limb(a: Point, c: Point, b: Point, from: number, to: number): string {
  const normal = (p: Point, q: Point): Point => {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1
    return [-(q[1] - p[1]) / length, (q[0] - p[0]) / length]
  }
  const [n0, n1, n2] = [normal(a, c), normal(a, b), normal(c, b)]
  const mid = (from + to) / 4
  const p = (q: Point, n: Point, w: number): string => pair(q[0] + n[0] * w, q[1] + n[1] * w)
  return `M${p(a, n0, from / 2)}Q${p(c, n1, mid)} ${p(b, n2, to / 2)}L${p(b, n2, -to / 2)}Q${p(c, n1, -mid)} ${p(a, n0, -from / 2)}z`
}

/** A closed, irregular round shape, for masses of foliage, clouds and washes. */
export function blob(x: number, y: number, rx: number, ry: number, wobble: () => number, corners = 9): string {
  const points: Point[] = []
  for (let i = 0; i < corners; i += 1) {
    const angle = (i / corners) * Math.PI * 2
    const r = 1 + wobble()
    points.push([x + Math.cos(angle) * rx * r, y + Math.sin(angle) * ry * r])
  }
  return smooth(points, true)
}

/*
 * Opacity is set on the fill and the stroke, not on the element: the rasteriser would paint each such element on a
 * separate layer, which costs several times more.
 */
export const part = (d: string, fill: string, opacity = 1): string =>
  d === '' ? '' : `<path fill="${fill}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`} d="${d}"/>`

export const thread = (d: string, colour: string, width: number, opacity = 1): string =>
  d === ''
    ? ''
    : `<path fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity === 1 ? '' : ` stroke-opacity="${opacity}"`} d="${d}"/>`

export type Stop = readonly [offset: number, colour: string, opacity?: number]

export class Sheet {
  readonly defs: string[] = []
  readonly marks: string[] = []

  add(markup: string): void {
    this.marks.push(markup)
  }

  path(d: string, fill: string, opacity = 1): void {
    this.marks.push(part(d, fill, opacity))
  }

  stroke(d: string, colour: string, width: number, opacity = 1): void {
    this.marks.push(thread(d, colour, width, opacity))
  }

  /** Draws something once and stores it as a symbol, for repeated use. */
  aside(draw: () => void): string {
    const before = this.marks.splice(0)
    draw()
    const drawn = this.marks.splice(0).join('')
    this.marks.push(...before)
    return this.symbol(drawn)
  }

  /** Stores markup for repeated use and returns its id. */
  symbol(markup: string): string {
    const id = `s${this.defs.length}`
    this.defs.push(`<g id="${id}">${markup}</g>`)
    return id
  }

  use(id: string, x: number, y: number, degrees: number, scale: number, scaleX = scale): void {
    this.marks.push(useMarkup(id, x, y, degrees, scale, scaleX))
  }

  linear(stops: readonly Stop[], x1 = 0, y1 = 0, x2 = 0, y2 = 1): string {
    return this.gradient(
      `<linearGradient id="ID" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">`,
      'linearGradient',
      stops,
    )
  }

  radial(stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.gradient(`<radialGradient id="ID" cx="${cx}" cy="${cy}" r="${r}">`, 'radialGradient', stops)
  }

  private gradient(open: string, tag: string, stops: readonly Stop[]): string {
    const id = `s${this.defs.length}`
    const inner = stops.map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    this.defs.push(`${open.replace('ID', id)}${inner.join('')}</${tag}>`)
    return `url(#${id})`
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="900" viewBox="0 0 1200 900"><defs>${this.defs.join('')}</defs>${this.marks.join('')}</svg>`
  }
}

export function useMarkup(id: string, x: number, y: number, degrees: number, scale: number, scaleX = scale): string {
  const s =
    scale === scaleX
      ? `${Math.round(scale * 1000) / 1000}`
      : `${Math.round(scaleX * 1000) / 1000} ${Math.round(scale * 1000) / 1000}`
  const turn = Math.round(degrees)
  return `<use xlink:href="#${id}" transform="translate(${pair(x, y)})${turn === 0 ? '' : `rotate(${turn})`}scale(${s})"/>`
}
