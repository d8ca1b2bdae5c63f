/** Whether two addresses are one: their case does not count. */
export function isSameEmail(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}

/** Where news of an account go: to the last address that has been shown to be the person's, whatever they typed since. */
export const ownAddress = ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): string =>
  confirmedEmail ?? email

/** Tells moderators: those with one of these addresses who have shown that it is theirs. */
export function moderatorCheck(staffEmails: string[]) {
  const staff = new Set(staffEmails)
  return ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): boolean =>
    isSameEmail(confirmedEmail, email) && staff.has(email.toLowerCase())
}
