/** What columns of whole numbers hold where nothing is stated. */
export const unstated = -2_147_483_648
