/** What was dropped or pasted. */
export interface Dropped {
  files: readonly File[]
  /** How many folders were among it: a browser gives no bytes of one. */
  folders: number
}

export function droppedFiles({ items }: DataTransfer): Dropped {
  const files: File[] = []
  let folders = 0
  for (const item of items) {
    if (item.kind !== 'file') continue
    if (item.webkitGetAsEntry()?.isDirectory === true) {
      folders += 1
      continue
    }
    const file = item.getAsFile()
    if (file !== null) files.push(file)
  }
  return { files, folders }
}

/** Whether something that is dragged over the page has files. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
