import { isDrawing } from '#contract/media.ts'

/** On a picture that is drawn from what is known of the plant: nobody is to take it for the plant that is sold. */
export const Drawn = ({ src }: { src: string }) =>
  isDrawing(src) && (
    <span className="pointer-events-none absolute bottom-1.5 left-1.5 rounded-sm bg-paper/85 px-1.5 text-xs leading-5 text-muted">
      Рисунок
    </span>
  )
