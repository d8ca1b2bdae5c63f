import type { Random } from '../random.ts'
import type { DemoPost, Season } from './demo-post.ts'
import { friendlyPosts } from './posts-among-friends.ts'
import { offerPosts } from './posts-offers.ts'
import { questionPosts } from './posts-questions.ts'
import { reportPosts } from './posts-reports.ts'
import { requestPosts } from './posts-requests.ts'
import { tipPosts } from './posts-tips.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** The age of the oldest posts. */
const spread = 120 * day
/** Moscow is three hours ahead of UTC. */
const moscow = 3

export interface WrittenPost extends DemoPost {
  isRequest: boolean
}

export interface TimedPost extends WrittenPost {
  createdAt: Date
  /** As old as their position says, but never before the post. */
  commentedAt: Date[]
}

export const writtenPosts: WrittenPost[] = [
  ...requestPosts.map(post => ({ ...post, isRequest: true })),
  ...[questionPosts, offerPosts, reportPosts, tipPosts, friendlyPosts]
    .flat()
    .map(post => ({ ...post, isRequest: false })),
]

function shuffled<T>(items: T[], random: Random): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as T)
}

const share = (random: Random) => random.below(1_000_000) / 1_000_000

/** Times in the last months, the newest first and denser towards now; none at night. */
function moments(count: number, now: number, random: Random): Date[] {
  const times = Array.from({ length: count }, () => {
    const time = new Date(Math.round(now - 20 * minute - spread * share(random) ** 2))
    return (time.getUTCHours() + moscow) % 24 < 7 ? new Date(time.getTime() - 8 * hour) : time
  })
  return times.toSorted((one, other) => other.getTime() - one.getTime())
}

const seasons: Season[] = ['winter', 'spring', 'summer', 'autumn']
const seasonOf = (time: Date): Season => seasons[Math.floor(((time.getUTCMonth() + 1) % 12) / 3)] ?? 'winter'

/** Comments come within a day and a half, the first ones soon. */
function commentTimes(post: DemoPost, createdAt: Date, now: number, random: Random): Date[] {
  const window = Math.min(36 * hour, now - createdAt.getTime() - minute)
  const comments = post.comments ?? []
  return comments.map((_, index) => {
    const part = (index + 0.1 + 0.8 * share(random)) / comments.length
    return new Date(Math.round(createdAt.getTime() + window * part ** 2) + 1000)
  })
}

/** Posts of one story swap times so that they follow in order; those of different seasons keep theirs. */
function inOrderOfStories(timed: [WrittenPost, Date][]): [WrittenPost, Date][] {
  const stories = Map.groupBy(timed, ([post]) => (post.story ? `${post.story} ${post.season}` : post.body))
  return [...stories.values()].flatMap(told => {
    const times = told.map(([, time]) => time).toSorted((one, other) => one.getTime() - other.getTime())
    const places = told
      .map(([post]) => post)
      .toSorted((one, other) => writtenPosts.indexOf(one) - writtenPosts.indexOf(other))
    return places.map((post, index): [WrittenPost, Date] => [post, times[index] as Date])
  })
}

/**
 * All posts with the times of their comments, the newest first. Seasonal posts are dated in their season or, if the
 * last months have no such season, among the oldest.
 */
export function timedPosts(now: number, random: Random): TimedPost[] {
  const free = new Set(moments(writtenPosts.length, now, random))
  const timed: [WrittenPost, Date][] = []
  const late: WrittenPost[] = []
  for (const post of shuffled(writtenPosts, random)) {
    if (!post.season) continue
    const fitting = [...free].filter(time => seasonOf(time) === post.season)
    if (fitting.length === 0) {
      late.push(post)
      continue
    }
    const time = random.pick(fitting)
    free.delete(time)
    timed.push([post, time])
  }
  const atAnyTime = shuffled(
    writtenPosts.filter(post => !post.season),
    random,
  )
  const left = [...free]
  timed.push(...[...atAnyTime, ...late].map((post, index): [WrittenPost, Date] => [post, left[index] as Date]))
  return inOrderOfStories(timed)
    .toSorted(([, one], [, other]) => other.getTime() - one.getTime())
    .map(([post, createdAt]) => ({ ...post, createdAt, commentedAt: commentTimes(post, createdAt, now, random) }))
}
