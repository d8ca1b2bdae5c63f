import { clsx } from 'clsx'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'
import narrowAvif from './images/plants-720.avif'
import narrow from './images/plants-720.webp'
import middleAvif from './images/plants-1080.avif'
import middle from './images/plants-1080.webp'
import wideAvif from './images/plants-1600.avif'
import wide from './images/plants-1600.webp'

/** The dimensions of the drawing, see scripts/draw-hero.ts. */
const width = 1600
const height = 760
const pixelsPerMetre = 86
const sizes = '(width < 64rem) calc(100vw - 2rem), 42rem'
const metres = [2, 4, 6, 8]

const srcSetOf = (narrow: string, middle: string, wide: string) => `${narrow} 720w, ${middle} 1080w, ${wide} 1600w`

/** The home page's picture: plants at one scale beside a metre ruler, as in a planting plan. */
export function PlantRow({ className }: { className?: string }) {
  return (
    <RenderedOnce as="div" name="plant-row" aria-hidden className={clsx('relative', className)}>
      {() => (
        <>
          <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full overflow-visible">
            {metres.map(metre => (
              <g key={metre} transform={`translate(0 ${height - metre * pixelsPerMetre})`}>
                <path d={`M0 0H${width}`} className="stroke-edge" strokeWidth="2" strokeDasharray="2 12" />
                <text y="-8" className="fill-muted text-[28px] max-sm:hidden">
                  {metre} м
                </text>
              </g>
            ))}
          </svg>
          <picture>
            <source type="image/avif" srcSet={srcSetOf(narrowAvif, middleAvif, wideAvif)} sizes={sizes} />
            <img
              src={narrow}
              srcSet={srcSetOf(narrow, middle, wide)}
              sizes={sizes}
              width={width}
              height={height}
              alt=""
              decoding="async"
              fetchPriority="high"
              className="relative block h-auto w-full"
            />
          </picture>
        </>
      )}
    </RenderedOnce>
  )
}
