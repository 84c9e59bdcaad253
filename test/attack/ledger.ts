/** A request that makes a job or a message, and can be sent again under its `Idempotency-Key`. */
export interface Submission {
  /** Its `Idempotency-Key` and `X-Request-Id`. */
  readonly name: string
  readonly key: string
  readonly path: string
  readonly body: object | Uint8Array<ArrayBuffer>
  /** Where the record is: below `path`, or elsewhere. */
  readonly records: string
  readonly kind: 'job' | 'message'
  /** As the service has acknowledged it; undefined while nothing is known. */
  id: string | undefined
  isEnded: boolean
}

/** A resumable upload of the bytes of `uploadBytes`. */
export interface PartialUpload {
  readonly path: string
  readonly key: string
  /** Acknowledged bytes. */
  offset: number
}

/** What clients have been told, to compare the service with after each crash. */
export class Ledger {
  /** Requests whose whole answer was received, by request id. */
  readonly answered = new Set<string>()
  readonly submissions = new Map<string, Submission>()
  /** SHA-256 of stored files by token. */
  readonly files = new Map<string, string>()
  /** Files whose deletion was asked for; `true` once it was acknowledged. */
  readonly deletions = new Map<string, boolean>()
  readonly uploads = new Map<string, PartialUpload>()
  /** SHA-256 of spoken clips by address. */
  readonly clips = new Map<string, string>()
  /** What ended jobs of workers have left, by address with the key that may read it. */
  readonly outputs = new Map<string, { readonly key: string; readonly hash: string }>()
  /** Kept responses, by id with the key that may read them. */
  readonly responses = new Map<string, string>()
  /** Requests so far, whether or not they were answered. */
  sent = 0

  /** A ledger that was written as JSON. */
  static parse(text: string): Ledger {
    const ledger = new Ledger()
    const { sent, ...known }: ReturnType<Ledger['toJSON']> = JSON.parse(text, (_, value) =>
      typeof value?.base64 === 'string' ? Uint8Array.fromBase64(value.base64) : value,
    )
    for (const name of known.answered) ledger.answered.add(name)
    for (const [name, one] of known.submissions) ledger.submissions.set(name, one)
    for (const [name, hash] of known.files) ledger.files.set(name, hash)
    for (const [name, isGone] of known.deletions) ledger.deletions.set(name, isGone)
    for (const [name, upload] of known.uploads) ledger.uploads.set(name, upload)
    for (const [name, hash] of known.clips) ledger.clips.set(name, hash)
    for (const [name, output] of known.outputs) ledger.outputs.set(name, output)
    for (const [name, key] of known.responses) ledger.responses.set(name, key)
    ledger.sent = sent
    return ledger
  }

  toJSON() {
    const { sent, answered, files, deletions, uploads, clips, outputs, responses } = this
    const submissions = [...this.submissions].map(([name, one]) => {
      const { body } = one
      const isJson = !(body instanceof Uint8Array)
      return [name, { ...one, body: isJson ? body : { base64: body.toBase64() } }] as const
    })
    return {
      sent,
      submissions,
      answered: [...answered],
      files: [...files],
      deletions: [...deletions],
      uploads: [...uploads],
      clips: [...clips],
      outputs: [...outputs],
      responses: [...responses],
    }
  }

  /** Forgets all but the latest of what can be compared one by one, as jobs are deleted in time. */
  keepLatest(count: number): void {
    const { submissions, files, uploads, clips, outputs, responses } = this
    for (const known of [submissions, files, uploads, clips, outputs, responses]) {
      const names = [...known.keys()]
      for (const name of names.slice(0, -count)) known.delete(name)
    }
  }

  get acknowledged(): number {
    const { answered, submissions, files, uploads, clips, responses } = this
    const accepted = [...submissions.values()].filter(({ id }) => id !== undefined)
    const sets = [answered, files, uploads, clips, responses]
    return accepted.length + sets.reduce((sum, { size }) => sum + size, 0)
  }
}

export const UPLOAD_BYTES = 300_000

/** The content of every resumable upload. */
export function uploadBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: UPLOAD_BYTES }, (_, index) => (index * 31 + (index >> 8)) & 0xff)
}
