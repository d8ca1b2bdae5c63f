/** Whether two addresses are the same, ignoring case. */
export function isSameEmail(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}

/** The recipient of account emails: the last confirmed address, whatever the person typed since. */
export const ownAddress = ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): string =>
  confirmedEmail ?? email

/** Recognises moderators: people who have confirmed one of these addresses. */
export function moderatorCheck(staffEmails: string[]) {
  const staff = new Set(staffEmails)
  return ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): boolean =>
    isSameEmail(confirmedEmail, email) && staff.has(email.toLowerCase())
}
