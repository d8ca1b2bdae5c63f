/**
 * Draws the black squares of a code for cameras, `side` points wide: as one path, so that cameras see no gaps between
 * them.
 */
export function drawSquares(
  doc: PDFKit.PDFDocument,
  rows: boolean[][],
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const one = side / rows.length
  for (const [y, row] of rows.entries())
    for (const [x, isBlack] of row.entries()) if (isBlack) doc.rect(left + x * one, top + y * one, one, one)
  doc.fill('#000000')
}
