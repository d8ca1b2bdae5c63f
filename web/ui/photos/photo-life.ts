/** Milliseconds for which an uploaded photo may be used: the server keeps it for a day; one hour is left for saving. */
export const photoLife = 23 * 60 * 60 * 1000
