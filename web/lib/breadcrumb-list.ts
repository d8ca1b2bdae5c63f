interface Step {
  name: string
  /** Path on this site; omitted for the page itself. */
  to?: string
}

/** schema.org BreadcrumbList. */
export function breadcrumbList(publicUrl: string, steps: readonly Step[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      ...(step.to && { item: publicUrl + step.to }),
    })),
  }
}
