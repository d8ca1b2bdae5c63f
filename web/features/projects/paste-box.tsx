import { useNavigate } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'

const example = `Липа мелколистная 18–20 — 12 шт
Туя Смарагд 160–180 — 40 шт`

/** A schedule is pasted or dropped here, and read on the screen of its own; the example, if there is none. */
export function PasteBox() {
  const navigate = useNavigate()
  async function read(text: string, file?: File) {
    // The first page's script has a tight budget, and most visits begin without a list.
    const { keepPasted } = await import('./read-pasted.ts')
    await keepPasted(text, file ?? null)
    await navigate('/projects/new')
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get('text') as string
        void read(text.trim() ? text : example)
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        void read('', file)
      }}
    >
      <textarea
        name="text"
        aria-label="Список растений, по одному в строке"
        rows={5}
        spellCheck={false}
        placeholder={example}
        className="block w-full rounded-md border border-edge bg-paper px-3 py-2"
      />
      <div className="needs-script mt-3 flex flex-wrap items-center gap-2">
        <button type="submit" className={buttonStyle()}>
          Подобрать
        </button>
        <label className={buttonStyle('secondary', 'md', 'cursor-pointer')}>
          <input
            type="file"
            className="sr-only"
            onChange={({ target: { files } }) => files?.[0] && void read('', files[0])}
          />
          Выбрать файл
        </label>
        <span className="text-sm text-muted">Регистрация не нужна.</span>
      </div>
    </form>
  )
}
