/** Stands for an unstated value in columns of integers. */
export const unstated = -2_147_483_648
