import { ink } from './paper.ts'
import type { Sheet } from './sheet.ts'

/** The site's logo, the rings of a trunk, as web/ui/logo.tsx draws it. */
export function drawMark({ doc }: Sheet, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.circle(16, 16, 14.2).lineWidth(2.6).stroke(ink.leaf)
  doc.ellipse(15.2, 16.6, 10, 9.7).lineWidth(1.7).stroke(ink.leaf)
  doc.ellipse(14.4, 17.2, 6.2, 5.9).lineWidth(1.5).stroke(ink.leaf)
  doc.circle(13.8, 17.7, 2.2).fill(ink.accent)
  doc.restore()
}
