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
