const REVOKE_MS = 10_000

/** Has the browser save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** The same for bytes. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it only after this call has returned.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS)
}
