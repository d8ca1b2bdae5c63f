// Sizes that no plant which is sold has: what stands there means something else.
import type { LineWish } from '#contract/projects.ts'

/** Centimetres: crowns and trees that are moved at all are smaller. */
const [widestCrown, tallest] = [800, 2000]
/** A plant is hardly lower than its ball is wide. */
const leastOfBall = 0.6

/** The wish without what it cannot mean; whoever reads it sees the original text. */
export function withPlausibleSizes(wish: LineWish): LineWish {
  const { height_from, height_to, spread_from, spread_to, root, root_size_from } = wish
  const [height, spread] = [height_to ?? height_from ?? 0, spread_to ?? spread_from ?? 0]
  const ball = root === 'ball' || root === 'wire_ball' ? (root_size_from ?? 0) : 0
  const isTooLow = height > 0 && height < ball * leastOfBall
  return {
    ...wish,
    ...((height > tallest || isTooLow) && { height_from: null, height_to: null }),
    ...(spread > widestCrown && { spread_from: null, spread_to: null }),
  }
}
