import { isDrawing } from '#contract/media.ts'

/** On a picture that is drawn from what is known of the plant: nobody is to take it for the plant that is sold. */
export const Drawn = ({ src }: { src: string }) =>
  isDrawing(src) && (
    <span className="pointer-events-none absolute bottom-0 left-0 bg-paper px-2 text-xs text-muted">Рисунок</span>
  )
