export type Season = 'winter' | 'spring' | 'summer' | 'autumn'

/** The author (the part of their e-mail before '@') and the text. */
export type Said = [by: string, body: string]

/** A post of the demonstration set with its comments. */
export interface DemoPost {
  by: string
  body: string
  /** The earliest first. Only friends of the author comment on a private post. */
  comments?: Said[]
  /** Plants, named as in the demonstration's price lists, whose drawings are attached. */
  pictures?: string[]
  isPrivate?: true
  /** Posts of one story are published in the order of the files. */
  story?: string
  /** The season of the text; without it, any time. */
  season?: Season
}
