/** How many offers and plants may stand side by side, together. Apart from the shapes, so that a button needs none. */
export const mostCompared = 6
