export type Season = 'winter' | 'spring' | 'summer' | 'autumn'

/** Who said it (the part of their e-mail before '@') and what. */
export type Said = [by: string, body: string]

/** A post of the demonstration set with what was answered to it. */
export interface DemoPost {
  by: string
  body: string
  /** The earliest first. Only friends of the author comment on a private post. */
  comments?: Said[]
  /** Plants, as price lists of the demonstration set name them, whose drawings are attached. */
  pictures?: string[]
  isPrivate?: true
  /** Posts of one story are published in the order of the files. */
  story?: string
  /** When such a thing is said; without it, at any time. */
  season?: Season
}
