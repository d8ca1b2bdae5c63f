/** Yearly growth of the trunk, from the pith outwards. */
const years = [26, 22, 30, 27, 18, 15, 29, 33, 24, 12, 16, 28, 34, 31, 20, 14, 25, 30, 22, 27]
const radii = years.map((_, index) => years.slice(0, index + 1).reduce((sum, growth) => sum + growth, 0))

/** Tree rings like the logo's, larger than the panel and off-centre. */
export function Rings({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 600"
      preserveAspectRatio="xMaxYMax slice"
      className={className}
      fill="none"
      stroke="currentColor"
    >
      {years.map((growth, index) => {
        const radius = radii[index] ?? 0
        return (
          <ellipse
            // oxlint-disable-next-line react/no-array-index-key -- the years of one fixed trunk
            key={index}
            cx={460 - radius * 0.09}
            cy={450 + radius * 0.06}
            rx={radius}
            ry={radius * (0.95 + (index % 3) * 0.012)}
            strokeWidth={growth < 17 ? 3.5 : 1.6}
            strokeOpacity={growth < 17 ? 0.34 : 0.24}
          />
        )
      })}
      <circle cx="460" cy="450" r="9" className="fill-accent stroke-none" />
    </svg>
  )
}
