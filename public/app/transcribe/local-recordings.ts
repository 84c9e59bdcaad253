/** As many as a person works on; a file that is not read takes no memory. */
const MAX_STORED = 50

/** Recordings that this page has sent, by the id of their job: the service keeps none. */
const recordings = new Map<string, File>()

export function keepRecording(id: string, file: File): void {
  recordings.set(id, file)
  const [oldest] = recordings.keys()
  if (recordings.size > MAX_STORED && oldest !== undefined) recordings.delete(oldest)
}

export function recordingOf(id: string | null): File | undefined {
  return id === null ? undefined : recordings.get(id)
}
