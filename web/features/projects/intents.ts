/** What is put into a project. */
export interface Wanted {
  kind: 'variant' | 'plant'
  id: number
  name: string
}

/** Names what the button does, for what is pressed before the sign-in. */
export const addToProjectIntent = ({ kind, id }: Wanted) => `add-to-project:${kind}:${id}`
