/** The logo: a trunk's rings, slightly off-centre, with the pith in the accent colour. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className} fill="none" stroke="currentColor">
      <circle cx="16" cy="16" r="14.2" strokeWidth="2.6" />
      <ellipse cx="15.2" cy="16.6" rx="10" ry="9.7" strokeWidth="1.7" />
      <ellipse cx="14.4" cy="17.2" rx="6.2" ry="5.9" strokeWidth="1.5" />
      <circle cx="13.8" cy="17.7" r="2.2" className="fill-accent stroke-none" />
    </svg>
  )
}
