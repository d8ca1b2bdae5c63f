import type { ReactNode } from 'react'

/** Shapes of Lucide (ISC licence), each as one path. */
const shapes = {
  search: 'm21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  list: 'm3 17 2 2 4-4M3 7l2 2 4-4M13 6h8M13 12h8M13 18h8',
  place: 'M12 22s8-6 8-12a8 8 0 0 0-16 0c0 6 8 12 8 12M9 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  'arrow-right': 'M5 12h14m-7-7 7 7-7 7',
  info: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10 4v-4m0-4h.01',
  success: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m14-3-5.5 5.5L8 12',
  danger: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10-4v4m0 4h.01',
}

interface LinesProps {
  /** Data of an SVG path. */
  path: string
  size: number
  className?: string | undefined
  /** Of the lines, in the picture's units; 2 by default. */
  strokeWidth?: number
  /** Nothing by default. */
  fill?: string
}

/** Icons are beside text or in a control with a name, so they are hidden from screen readers. */
function Lines({ path, size, className = '', ...look }: LinesProps) {
  return (
    // How lines are drawn is said once, in styles.css: a page has a hundred of them.
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={`icon ${className}`}
      style={look.fill || look.strokeWidth ? look : undefined}
    >
      <path d={path} />
    </svg>
  )
}

/** One of the icons of icons.ts. */
export type IconComponent = (props: Omit<LinesProps, 'path'>) => ReactNode

/** Makes one of them of its path. */
export const icon =
  (path: string): IconComponent =>
  props => <Lines path={path} {...props} />

interface IconProps {
  shape: keyof typeof shapes
  size: number
  className?: string
}

/** The few icons that every page loads at once; the others come with the parts that are loaded later. */
export function Icon({ shape, ...props }: IconProps) {
  return <Lines path={shapes[shape]} {...props} />
}
