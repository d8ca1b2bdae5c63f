/** The address of a page of what is looked for; what goes without saying stays out of it. */
export function searchHref(search: string, page = 1): string {
  return `?${new URLSearchParams([
    ...(search ? [['search', search]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
  ])}`
}
