/** Measures of an A4 page and its margins, in points. */
export const paper = {
  width: 595.28,
  height: 841.89,
  left: 72,
  right: 72,
  top: 66,
  /** The lowest line of text ends here; the footer is below. */
  bottom: 768,
  footer: 796,
} as const

export const textWidth = paper.width - paper.left - paper.right

/** The site's colours for print. */
export const ink = {
  text: '#22302a',
  muted: '#5a665f',
  leaf: '#1f4d36',
  leafLight: '#8fb28a',
  accent: '#b04a26',
  line: '#d8cfb8',
  paper: '#f6f1e4',
} as const
