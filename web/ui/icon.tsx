/** Shapes of Lucide (ISC licence), each as one path. */
const shapes = {
  search: 'm21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  list: 'm3 17 2 2 4-4M3 7l2 2 4-4M13 6h8M13 12h8M13 18h8',
  'arrow-right': 'M5 12h14m-7-7 7 7-7 7',
  info: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10 4v-4m0-4h.01',
  success: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m14-3-5.5 5.5L8 12',
  danger: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10-4v4m0 4h.01',
}

interface IconProps {
  shape: keyof typeof shapes
  size: number
  className?: string
}

/**
 * The few icons that every page loads at once, without lucide-react's code, which is larger than all of them. Parts
 * loaded later use lucide-react. The icons are beside text, so they are hidden from screen readers.
 */
export function Icon({ shape, size, className }: IconProps) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={shapes[shape]} />
    </svg>
  )
}
