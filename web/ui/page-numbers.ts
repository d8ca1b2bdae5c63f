/** The numbers a pager shows: first, last, the current one and its neighbours; `null` is a gap of two pages or more. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, pages, page - 1, page, page + 1])
  // A gap that would hide a single page shows that page instead: it takes no more room.
  if (page === 4) shown.add(2)
  if (page === pages - 3) shown.add(pages - 1)
  const numbers = [...shown].filter(n => n >= 1 && n <= pages).sort((a, b) => a - b)
  return numbers.flatMap((n, index) => (index > 0 && n - (numbers[index - 1] ?? 0) > 1 ? [null, n] : [n]))
}
