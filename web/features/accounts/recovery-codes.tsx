import { saveAsFile } from '#web/lib/save-as-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Copy, Download } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ message: 'Коды скопированы.' })
    } catch {
      // Forbidden, or a page over plain http.
      showToast({ message: 'Браузер не дал скопировать коды. Скачайте их или перепишите.', tone: 'danger' })
    }
  }
  return (
    <div className="grid gap-4">
      <p>
        Если телефона не будет под рукой, вместо кода из приложения подойдёт один из этих. Каждый действует один раз.
        Больше мы их не покажем: сохраните их сейчас, отдельно от телефона.
      </p>
      <ul aria-label="Коды восстановления" className="grid gap-y-1.5 rounded-md bg-sunken px-4 py-3 font-mono text-sm">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={20} />
          Скопировать
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveAsFile(
              'dendro-recovery-codes.txt',
              new Blob([`Коды восстановления «Дендро»\n\n${text}`], { type: 'text/plain' }),
            )
          }
        >
          <Download size={20} />
          Скачать
        </Button>
        <Button className="ml-auto" onClick={onDone}>
          Готово
        </Button>
      </div>
    </div>
  )
}
