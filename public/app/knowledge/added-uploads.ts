import { attempt } from '../../ui/toast.tsx'
import { fileUploads, onStored } from '../files/file-uploads.ts'
import { addSources } from './calls.ts'

/** Uploads that a collection waits for, by the names of their files. */
const awaited = new Map<string, string>()
const listeners = new Set<() => void>()

// Also where another page is shown when they are stored.
onStored(({ filename, token }) => {
  const collection = awaited.get(filename)
  if (collection === undefined) return
  awaited.delete(filename)
  void attempt(async () => {
    await addSources(collection, [{ file: token }])
    for (const listener of listeners) listener()
  })
})

/** Uploads files, each of which is added to a collection once it is stored. */
export function uploadTo(collection: string, files: readonly File[]): void {
  for (const { name } of files) awaited.set(name.normalize('NFC'), collection)
  fileUploads.add(files, () => undefined)
}

/** Calls back when an upload was added to a collection. @returns Stops it */
export function onAdded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
