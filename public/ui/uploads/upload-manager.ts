import { effect, type Signal, signal } from '@preact/signals'
import { ApiError, api, errorMessage, isPassing, isSignedOut, send } from '../api.ts'
import { reconnections } from '../connection.ts'
import { holdPage } from '../page-hold.ts'
import { m } from './messages/en.ts'
import { sendByTus } from './send-by-tus.ts'
import { SpeedMeter } from './speed-meter.ts'
import { UnfinishedUploads } from './unfinished.ts'
import { countGoingOn, isGoingOn, type Upload } from './upload.ts'

/** More would only share the same line. */
const MAX_AT_ONCE = 3
/** Between two tries while there is no connection; the last one repeats. */
const RETRY_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Tries without a new byte after which an upload that goes on elsewhere is left there. */
const MAX_CONFLICTS = 5
const HEARTBEAT_MS = 5_000
/** Refusals that say nothing of a later time, though their status does. */
const LASTING = new Set(['storage_full', 'quota_exceeded', 'not_installed'])
const HEADER = { 'Tus-Resumable': '1.0.0' } as const

interface UploadManagerOptions<result> {
  /** Names what is kept of interrupted uploads in the browser. */
  name: string
  /** Those that are not stored yet. */
  list: Signal<readonly Upload[]>
  /**
   * Has the service do with the bytes what they were sent for: the same where it is asked again, as no
   * answer came.
   *
   * @param buffer Id of the bytes at the service
   */
  store: (upload: Upload, buffer: string, signal: AbortSignal) => Promise<result>
  /** Called with each that is stored. */
  onStored: (result: result, upload: Upload) => void
}

/** What only the manager needs of an upload. */
interface Running {
  /** At the service; undefined until it has started. */
  path: string | undefined
  abort: AbortController | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Tries since the last byte. */
  tries: number
  /** Whether the service was asked to store it, so that it may have done so. */
  wasStored: boolean
  meter: SpeedMeter
}

/** Uploads files, a few at a time; one that was interrupted goes on where it stood. */
export class UploadManager<result> {
  readonly list: Signal<readonly Upload[]>
  readonly unfinished: UnfinishedUploads
  /** Counts the changes of what is kept of interrupted uploads. */
  readonly changes = signal(0)
  readonly #options: UploadManagerOptions<result>
  readonly #running = new Map<Upload, Running>()
  #lastId = 0
  #isFollowing = false

  constructor(options: UploadManagerOptions<result>) {
    this.#options = options
    this.list = options.list
    this.unfinished = new UnfinishedUploads(options.name)
  }

  /**
   * @param rejectionOf Why a file is not taken, in words; undefined where it is
   * @returns The upload of each file, which may be one that was there already
   */
  add(files: readonly File[], rejectionOf: (file: File) => string | undefined): readonly Upload[] {
    this.#follow()
    const added: Upload[] = []
    const uploads = files.map((file) => {
      const same = this.list.peek().find((one) => isSameFile(one.file, file))
      if (same !== undefined) {
        if (!isGoingOn(same)) this.resume(same)
        return same
      }
      const upload = this.#createUpload(file, rejectionOf(file))
      added.push(upload)
      return upload
    })
    this.list.value = [...this.list.peek(), ...added]
    this.changes.value += 1
    this.#startNext()
    return uploads
  }

  pause(upload: Upload): void {
    this.#stop(upload)
    upload.state.value = { kind: 'paused' }
    this.#startNext()
  }

  /** Also after a failure. */
  resume(upload: Upload): void {
    const own = this.#running.get(upload)
    if (own !== undefined) own.tries = 0
    upload.state.value = { kind: 'waiting' }
    this.#startNext()
  }

  /** Ends it and deletes at the service what has come. */
  async cancel(upload: Upload): Promise<void> {
    const path = this.#running.get(upload)?.path
    this.#remove(upload)
    this.#startNext()
    if (path !== undefined) await this.discard(path)
  }

  /** Deletes an interrupted upload. */
  async discard(path: string): Promise<void> {
    this.unfinished.forget(path)
    this.changes.value += 1
    const params = { path: { id: idOf(path) }, header: HEADER }
    await send(api.DELETE('/buffer/{id}', { params }))
  }

  #createUpload(file: File, rejection: string | undefined): Upload {
    this.#lastId += 1
    const known = this.unfinished.find(file)
    const upload: Upload = {
      id: this.#lastId,
      file,
      state: signal(
        rejection === undefined
          ? { kind: 'waiting' }
          : { kind: 'failed', text: rejection, canRetry: false },
      ),
      sent: signal(0),
      speed: signal(undefined),
    }
    const meter = new SpeedMeter()
    const none = { abort: undefined, timer: undefined, tries: 0, wasStored: false }
    this.#running.set(upload, { ...none, path: known?.path, meter })
    // At once, so that it is no longer listed as interrupted.
    if (known !== undefined) this.unfinished.keep(known.path, file)
    return upload
  }

  #startNext(): void {
    const all = this.list.peek()
    const busy = all.filter(({ state }) =>
      ['sending', 'lost', 'signed-out', 'storing'].includes(state.peek().kind),
    ).length
    const next = all.filter(({ state }) => state.peek().kind === 'waiting')
    for (const upload of next.slice(0, Math.max(0, MAX_AT_ONCE - busy))) void this.#run(upload)
  }

  async #run(upload: Upload): Promise<void> {
    const own = this.#running.get(upload)
    if (own === undefined) return
    const abort = new AbortController()
    own.abort = abort
    own.meter.restart()
    try {
      if (!own.wasStored) await this.#sendBytes(upload, own, abort.signal)
      upload.state.value = { kind: 'storing' }
      this.#finish(upload, await this.#store(upload, own, abort.signal))
    } catch (error) {
      if (!abort.signal.aborted) await this.#settle(upload, own, error)
    }
  }

  async #sendBytes(upload: Upload, own: Running, abort: AbortSignal): Promise<void> {
    const { file, state, sent, speed } = upload
    state.value = { kind: 'sending' }
    await sendByTus(file, {
      path: own.path,
      signal: abort,
      onPath: (path) => {
        own.path = path
        this.unfinished.keep(path, file)
      },
      onProgress: (count) => {
        if (count > sent.peek()) own.tries = 0
        sent.value = count
        speed.value = own.meter.note(count)
      },
    })
    sent.value = file.size
  }

  async #store(upload: Upload, own: Running, signal: AbortSignal): Promise<result> {
    own.wasStored = true
    try {
      return await this.#options.store(upload, idOf(own.path ?? ''), signal)
    } catch (error) {
      // Nothing was stored, unless no answer came, or that of a proxy which gave up.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) own.wasStored = false
      throw error
    }
  }

  async #settle(upload: Upload, own: Running, error: unknown): Promise<void> {
    const { state, file } = upload
    const fail = (text: string, canRetry = true) => {
      state.value = { kind: 'failed', text: text, canRetry }
      this.#startNext()
    }
    const { status, code } = error instanceof ApiError ? error : { status: -1, code: '' }
    upload.speed.value = undefined
    own.tries += 1
    if (isSignedOut(error)) {
      state.value = { kind: 'signed-out' }
      window.dispatchEvent(new CustomEvent('signed-out'))
    } else if (status === 0 && !(await isReadable(file))) fail(m.fileGone, false)
    else if (status === 404 && own.path !== undefined && own.tries <= 1) {
      // It has expired, or was discarded in another tab: it starts anew.
      this.unfinished.forget(own.path)
      Object.assign(own, { path: undefined, wasStored: false })
      this.#retryIn(upload, own, 0)
    } else if (status === 409 && own.tries > MAX_CONFLICTS) fail(m.elsewhere)
    else if ((isPassing(error) && !LASTING.has(code)) || status === 409 || status === 408) {
      state.value = { kind: 'lost', isServiceBusy: status > 0 }
      if (status === 0 || code === 'stopping') window.dispatchEvent(new CustomEvent('no-answer'))
      this.#retryIn(upload, own, RETRY_MS[Math.min(own.tries, RETRY_MS.length) - 1] ?? 0)
    } else fail(errorMessage(error), status !== 413 && code !== 'own_network_only')
  }

  #retryIn(upload: Upload, own: Running, ms: number): void {
    clearTimeout(own.timer)
    own.timer = setTimeout(() => void this.#run(upload), ms)
  }

  #retryAll(kind: 'lost' | 'signed-out'): void {
    for (const [upload, own] of this.#running)
      if (upload.state.peek().kind === kind) this.#retryIn(upload, own, 0)
  }

  #stop(upload: Upload): void {
    const own = this.#running.get(upload)
    clearTimeout(own?.timer)
    own?.abort?.abort()
    upload.speed.value = undefined
  }

  #remove(upload: Upload): void {
    this.#stop(upload)
    this.#running.delete(upload)
    this.list.value = this.list.peek().filter((one) => one !== upload)
  }

  #finish(upload: Upload, result: result): void {
    const path = this.#running.get(upload)?.path
    if (path !== undefined) this.unfinished.forget(path)
    this.#remove(upload)
    this.#options.onStored(result, upload)
    this.#startNext()
  }

  /** Follows the connection, the session and the page. Once, with the first upload. */
  #follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    let seen = reconnections.peek()
    reconnections.subscribe((count) => {
      if (count === seen) return
      seen = count
      this.#retryAll('lost')
    })
    window.addEventListener('online', () => this.#retryAll('lost'))
    window.addEventListener('signed-in', () => this.#retryAll('signed-out'))
    effect(() => holdPage(this.#options.name, countGoingOn(this.list.value) > 0))
    const ownPaths = () =>
      new Set([...this.#running.values()].flatMap(({ path }) => (path === undefined ? [] : [path])))
    setInterval(() => this.unfinished.touch(ownPaths(), Date.now()), HEARTBEAT_MS)
    // After a reload they are interrupted at once.
    window.addEventListener('pagehide', () => this.unfinished.touch(ownPaths(), 0))
  }
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A page cannot tell a file that it may not read any more from a broken connection. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

function isSameFile(one: File, other: File): boolean {
  return (
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified &&
    one.webkitRelativePath === other.webkitRelativePath
  )
}
