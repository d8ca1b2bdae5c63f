/** Deals in one answer about what is held of a size. Apart from the shapes, so that a list needs none. */
export const holdsOnPage = 200
