/** Saves content as a downloaded file. */
export function saveAsFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Delayed, because the browser reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
