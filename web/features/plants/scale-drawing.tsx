import type { PlantFigure } from '#contract/plant-figure.ts'
import { metres } from './plant-texts.ts'

/** Metres. */
const person = 1.7

const sheet = { width: 360, height: 224, ground: 170, tall: 142, gap: 14, least: 78 }

interface ScaleDrawingProps {
  figure: PlantFigure
  /** Centimetres: the heights in which it is sold now; `null` if none is stated. */
  sold: { from: number; to: number } | null
}

/** «80 см», «0,8–1,2 м» */
function rangeText(from: number, to: number): string {
  const [least, most] = [metres(from), metres(to)]
  if (least === most) return most
  const [, unit = ''] = /(\u00a0.+)$/.exec(most) ?? []
  return least.endsWith(unit) ? `${least.slice(0, -unit.length)}–${most}` : `${least} – ${most}`
}

/** The size that is sold now, a person and the grown plant side by side, to one scale. */
export function ScaleDrawing({ figure, sold }: ScaleDrawingProps) {
  const { height, spread } = figure
  // A list may offer what is already taller than the directory says it grows.
  const now = sold && { from: sold.from / 100, to: sold.to / 100 }
  const shapes = [
    ...(now ? [{ kind: 'sold' as const, tall: now.to, wide: (spread * now.to) / height }] : []),
    { kind: 'person' as const, tall: person, wide: person * 0.32 },
    { kind: 'grown' as const, tall: height, wide: spread },
  ]
  const highest = Math.max(...shapes.map(({ tall }) => tall))
  const room = sheet.width - sheet.gap * (shapes.length + 1)
  // Narrow figures take the room of their figures in numbers.
  const widthAt = (metre: number) => shapes.reduce((sum, { wide }) => sum + Math.max(sheet.least, wide * metre), 0)
  let metre = sheet.tall / highest
  while (widthAt(metre) > room) metre *= 0.97
  const left = (sheet.width - widthAt(metre) - sheet.gap * (shapes.length - 1)) / 2
  const placed = shapes.map((shape, at) => {
    const before = shapes
      .slice(0, at)
      .reduce((sum, { wide }) => sum + Math.max(sheet.least, wide * metre) + sheet.gap, 0)
    return { ...shape, x: left + before + Math.max(sheet.least, shape.wide * metre) / 2 }
  })
  const caption = [
    now && `сейчас продают высотой ${rangeText(now.from, now.to)}`,
    `взрослое растение: ${metres(height)} в высоту, ${metres(spread)} в ширину`,
    `человек: ${metres(person)}`,
  ]
    .filter(Boolean)
    .join('; ')
  return (
    <figure className="max-w-md">
      <svg
        aria-hidden
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        className="block h-auto w-full text-[12px] tabular-nums"
        style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}
      >
        {placed.map(({ kind, x, tall, wide }) => {
          const top = sheet.ground - tall * metre
          return (
            <g key={kind} className={looks[kind]}>
              {kind === 'person' ? (
                <path d={personPath(x, tall * metre)} />
              ) : (
                <Outline figure={figure} x={x} wide={wide * metre} tall={tall * metre} />
              )}
              {/* The smallest that is sold stands in front of the largest. */}
              {kind === 'sold' && now && now.from < now.to && (
                <g className={looks.least}>
                  <Outline figure={figure} x={x} wide={(wide * metre * now.from) / now.to} tall={now.from * metre} />
                </g>
              )}
              <text x={x} y={top - 6} textAnchor="middle" className="fill-ink stroke-none">
                {kind === 'sold' && now ? rangeText(now.from, now.to) : metres(tall)}
              </text>
            </g>
          )
        })}
        <path d={`M8 ${sheet.ground}H${sheet.width - 8}`} className="fill-none stroke-ink/70" />
        {placed.map(({ kind, x, wide }) => (
          <g key={kind} className="fill-muted">
            <text x={x} y={sheet.ground + 18} textAnchor="middle">
              {names[kind]}
            </text>
            {kind === 'grown' && (
              <>
                <path
                  d={`M${x - (wide * metre) / 2} ${sheet.ground + 29}h${wide * metre}m0-4v8m${-wide * metre}-8v8`}
                  className="fill-none stroke-muted"
                />
                <text x={x} y={sheet.ground + 48} textAnchor="middle">
                  {metres(spread)}
                </text>
              </>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="text-sm text-muted">В одном масштабе: {caption}.</figcaption>
    </figure>
  )
}

const looks = {
  sold: 'fill-leaf/55 stroke-leaf',
  least: 'fill-leaf stroke-leaf',
  person: 'fill-muted/70 stroke-none',
  grown: 'fill-leaf/20 stroke-leaf',
}

const names = { sold: 'сейчас', person: 'человек', grown: 'взрослое' }

/** A standing person, from the ground up. */
function personPath(x: number, tall: number): string {
  const k = tall / 100
  const at = (dx: number, dy: number) => `${x + dx * k} ${sheet.ground - dy * k}`
  const head = `M${at(-7, 92)}a${7 * k} ${8 * k} 0 1 0 ${14 * k} 0a${7 * k} ${8 * k} 0 1 0 ${-14 * k} 0z`
  const body = [
    [-5, 82],
    [-12, 79],
    [-14, 46],
    [-10, 45],
    [-8, 68],
    [-8, 0],
    [-1.5, 0],
    [0, 42],
    [1.5, 0],
    [8, 0],
    [8, 68],
    [10, 45],
    [14, 46],
    [12, 79],
    [5, 82],
  ]
  return `${head}M${body.map(([dx = 0, dy = 0]) => at(dx, dy)).join('L')}z`
}

type OutlineName = NonNullable<PlantFigure['outline']>

const shapeOf: Record<OutlineName, 'ellipse' | 'dome' | 'cone' | 'column' | 'vase'> = {
  round: 'ellipse',
  globe: 'ellipse',
  oval: 'ellipse',
  conical: 'cone',
  columnar: 'column',
  weeping: 'dome',
  spreading: 'ellipse',
  umbrella: 'dome',
  vase: 'vase',
  cushion: 'dome',
  prostrate: 'dome',
  irregular: 'ellipse',
}

/** How much of a tree's height is trunk, where it is not the usual. */
const trunks: Partial<Record<OutlineName, number>> = { conical: 0.07, columnar: 0.1, umbrella: 0.4, spreading: 0.28 }

interface OutlineProps {
  figure: PlantFigure
  x: number
  wide: number
  tall: number
}

/** The outline of a crown of this shape, on a trunk if it has one. */
function Outline({ figure: { outline, is_tree: isTree }, x, ...size }: OutlineProps) {
  // Never too small to be seen.
  const [wide, tall] = [Math.max(3, size.wide), Math.max(3, size.tall)]
  const { ground } = sheet
  const bare = isTree ? (trunks[outline ?? 'irregular'] ?? 0.22) : 0
  const [top, base] = [ground - tall, ground - tall * bare]
  const [l, r, middle] = [x - wide / 2, x + wide / 2, (top + base) / 2]
  const [half, deep] = [wide / 2, base - top]
  const paths = {
    ellipse: `M${l} ${middle}a${half} ${deep / 2} 0 1 1 ${wide} 0a${half} ${deep / 2} 0 1 1 ${-wide} 0z`,
    dome: `M${l} ${base}C${l} ${top - deep / 3} ${r} ${top - deep / 3} ${r} ${base}z`,
    cone: `M${x} ${top}C${x + wide * 0.17} ${top + deep * 0.3} ${r} ${base - deep * 0.3} ${r - wide * 0.03} ${base - deep * 0.03}Q${x} ${base + deep * 0.03} ${l + wide * 0.03} ${base - deep * 0.03}C${l} ${base - deep * 0.3} ${x - wide * 0.17} ${top + deep * 0.3} ${x} ${top}z`,
    column: `M${l} ${base}V${top + half}Q${l} ${top} ${x} ${top}Q${r} ${top} ${r} ${top + half}V${base}z`,
    vase: `M${x - wide * 0.12} ${base}Q${l} ${middle} ${l} ${top + deep * 0.3}Q${x} ${top - deep * 0.3} ${r} ${top + deep * 0.3}Q${r} ${middle} ${x + wide * 0.12} ${base}z`,
  }
  return (
    <>
      {bare > 0 && (
        <path
          d={`M${x} ${ground}V${base - (outline === 'conical' ? 0 : 2)}`}
          strokeWidth={Math.max(2, Math.min(wide * 0.08, 7))}
        />
      )}
      <path d={paths[shapeOf[outline ?? 'irregular']]} strokeWidth={1} />
    </>
  )
}
