/** Hands content to the browser as if it were a file that came from the site. */
export function saveAsFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser begins to read it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
