import { useRef, useState } from 'react'
import { variantLimits } from '#contract/variants.ts'
import { ApiError, refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { isBlank, readSize, type SizeValues } from './size-values.ts'

interface PasteOptions {
  category: () => string
  /** The number of rows that are not blank. */
  count: () => number
  /** Inserts the read rows after this one, or at the end. */
  add: (sizes: SizeValues[], after: number | null) => void
}

/** Lets the server parse pasted lines. The text stays in the box until all of it is in rows. */
export function usePaste({ category, count, add }: PasteOptions) {
  const { api } = useApp()
  const isReading = useRef(false)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)

  async function read(pasted: string, after: number | null = null): Promise<void> {
    if (isReading.current) return
    isReading.current = true
    setBusy(true)
    setError(undefined)
    setMessage('')
    try {
      const id = category()
      const { variants, lines } = await api.call('POST /variants/read/', {
        body: { text: pasted, ...(id === '' ? {} : { category: id }) },
      })
      const rows = variants.flatMap((variant, index) => {
        const line = lines[index]
        return line ? [{ line, size: readSize(variant, line) }] : []
      })
      const read = rows.filter(({ size }) => !isBlank({ ...size, rest: '' }))
      const unread = rows.filter(row => !read.includes(row)).map(({ line }) => line.text)
      if (count() + read.length > variantLimits.variants) {
        setText(pasted)
        setError(`У растения может быть не больше ${variantLimits.variants} размеров`)
        return
      }
      if (read.length > 0) {
        add(
          read.map(({ size }) => size),
          after,
        )
      }
      const added = `Добавлено: ${counted(read.length, ['размер', 'размера', 'размеров'])}.`
      const doubtful = read.filter(({ size }) => size.doubts.length > 0).length
      setMessage(
        `${added}${doubtful > 0 ? ` Ответьте на вопросы у строк: ${doubtful}.` : ''}${unread.length > 0 ? ' Остальные строки остались в поле.' : ''}`,
      )
      setText(unread.length > 0 ? unread.join('\n') : null)
      if (unread.length > 0) setError('В этих строках нет ни размера, ни цены, ни наличия')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setText(pasted)
      setError(refusalOf(failure, 'text'))
    } finally {
      isReading.current = false
      setBusy(false)
    }
  }

  return { text, setText, error, message, busy, read }
}
