import { effect, signal } from '@preact/signals'
import { ApiError, api, isPassing, isSignedOut, read, send, words } from '../../ui/api.ts'
import { reconnections } from '../../ui/connection.ts'
import { bytes, plural } from '../../ui/format.ts'
import { notice } from '../../ui/notices.ts'
import { holdPage } from '../../ui/page-hold.ts'
import { navigate, path as shownPath } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { sendByTus } from './send-by-tus.ts'
import { SpeedMeter } from './speed-meter.ts'
import type { StorageLimits, StoredFile } from './types.ts'
import { findUnfinished, forgetUnfinished, keepUnfinished, touchUnfinished } from './unfinished.ts'
import { goingOn, isGoingOn, type Upload, uploads } from './upload-list.ts'
import { tooLargeWords } from './upload-words.ts'

/** More would only share the same line. */
const MAX_AT_ONCE = 3
/** Between two tries while there is no connection; the last one repeats. */
const RETRY_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Tries without a new byte after which an upload that goes on elsewhere is left there. */
const MAX_CONFLICTS = 5
const HEARTBEAT_MS = 5_000

/** What only the manager needs of an upload. */
interface Running {
  /** At the service; undefined until it has begun. */
  path: string | undefined
  abort: AbortController | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Tries since the last byte. */
  tries: number
  /** Whether the service was asked to store it, so that it may have done so. */
  wasStored: boolean
  meter: SpeedMeter
}

const running = new Map<Upload, Running>()
const listeners = new Set<(file: StoredFile) => void>()
/** Since nothing went on; told when all are done. */
let stored: StoredFile[] = []
let lastId = 0
let isFollowing = false

/** Counts the changes of what is kept of interrupted uploads. */
export const unfinishedChanges = signal(0)

/** Uploads files, a few at a time; one that was interrupted goes on where it stood. */
export function addUploads(files: readonly File[], limits: StorageLimits | undefined): void {
  follow()
  const added: Upload[] = []
  for (const file of files) {
    const same = uploads.peek().find((one) => isSameFile(one.file, file))
    if (same === undefined) added.push(makeUpload(file, limits))
    else if (!isGoingOn(same)) resumeUpload(same)
  }
  uploads.value = [...uploads.peek(), ...added]
  unfinishedChanges.value += 1
  startNext()
}

export function pauseUpload(upload: Upload): void {
  stop(upload)
  upload.state.value = { kind: 'paused' }
  startNext()
}

/** Also after a failure. */
export function resumeUpload(upload: Upload): void {
  upload.state.value = { kind: 'waiting' }
  startNext()
}

/** Ends it and deletes at the service what has come. */
export async function cancelUpload(upload: Upload): Promise<void> {
  const path = running.get(upload)?.path
  remove(upload)
  startNext()
  if (path !== undefined) await discardUnfinished(path)
}

/** Deletes an interrupted upload. */
export async function discardUnfinished(path: string): Promise<void> {
  forgetUnfinished(path)
  unfinishedChanges.value += 1
  const id = path.slice(path.lastIndexOf('/') + 1)
  const header = { 'Tus-Resumable': '1.0.0' } as const
  await send(api.DELETE('/buffer/{id}', { params: { path: { id }, header } }))
}

/** Calls back with each file that is stored. @returns Stops it */
export function onStored(listener: (file: StoredFile) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function makeUpload(file: File, limits: StorageLimits | undefined): Upload {
  lastId += 1
  const refusal = limits === undefined ? undefined : tooLargeWords(file, limits)
  const known = findUnfinished(file)
  const upload: Upload = {
    id: lastId,
    file,
    state: signal(
      refusal === undefined
        ? { kind: 'waiting' }
        : { kind: 'failed', words: refusal, canRetry: false },
    ),
    sent: signal(0),
    speed: signal(undefined),
  }
  const meter = new SpeedMeter()
  const none = { abort: undefined, timer: undefined, tries: 0, wasStored: false }
  running.set(upload, { ...none, path: known?.path, meter })
  // At once, so that it is no longer listed as interrupted.
  if (known !== undefined) keepUnfinished(known.path, file)
  return upload
}

function startNext(): void {
  const all = uploads.peek()
  const busy = all.filter(({ state }) =>
    ['sending', 'lost', 'signed-out', 'storing'].includes(state.peek().kind),
  ).length
  const next = all.filter(({ state }) => state.peek().kind === 'waiting')
  for (const upload of next.slice(0, Math.max(0, MAX_AT_ONCE - busy))) void run(upload)
}

async function run(upload: Upload): Promise<void> {
  const own = running.get(upload)
  if (own === undefined) return
  const abort = new AbortController()
  own.abort = abort
  own.meter.restart()
  try {
    if (!own.wasStored) await sendBytes(upload, own, abort.signal)
    upload.state.value = { kind: 'storing' }
    finish(upload, await store(upload, own, abort.signal))
  } catch (error) {
    if (!abort.signal.aborted) await settle(upload, own, error)
  }
}

async function sendBytes(upload: Upload, own: Running, abort: AbortSignal): Promise<void> {
  const { file, state, sent, speed } = upload
  state.value = { kind: 'sending' }
  await sendByTus(file, {
    path: own.path,
    signal: abort,
    onPath: (path) => {
      own.path = path
      keepUnfinished(path, file)
    },
    onProgress: (count) => {
      if (count > sent.peek()) own.tries = 0
      sent.value = count
      speed.value = own.meter.note(count)
    },
  })
  sent.value = file.size
}

/** Has the service make a file of what has come. */
async function store({ file }: Upload, own: Running, abort: AbortSignal): Promise<StoredFile> {
  const buffer = own.path?.slice(own.path.lastIndexOf('/') + 1) ?? ''
  const isAgain = own.wasStored
  own.wasStored = true
  try {
    return await read(
      api.POST('/api/nas/upload', {
        params: { query: { buffer, filename: file.name } },
        body: { file: '' },
        // The bytes are there already.
        bodySerializer: () => undefined,
        signal: abort,
      }),
    )
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    const found = isAgain && isGone ? await findStored(file) : undefined
    if (found !== undefined) return found
    // Unless no answer came, nothing was stored.
    if (error instanceof ApiError && error.status > 0) own.wasStored = false
    throw error
  }
}

/** The file that the service has made though its answer did not come. */
async function findStored({ size }: File): Promise<StoredFile | undefined> {
  const { items } = await read(api.GET('/api/nas/files', { params: { query: { limit: 20 } } }))
  return items.find((one) => one.bytes === size)
}

async function settle(upload: Upload, own: Running, error: unknown): Promise<void> {
  const { state, file } = upload
  const fail = (text: string, canRetry = true) => {
    state.value = { kind: 'failed', words: text, canRetry }
    startNext()
  }
  const { status, code } = error instanceof ApiError ? error : { status: -1, code: '' }
  upload.speed.value = undefined
  own.tries += 1
  if (isSignedOut(error)) {
    state.value = { kind: 'signed-out' }
    window.dispatchEvent(new CustomEvent('signed-out'))
  } else if (status === 0 && !(await isReadable(file)))
    fail('This file was changed, moved or deleted on this device. Choose it again.', false)
  else if (status === 404 && own.path !== undefined && own.tries <= 1) {
    // It has expired, or was discarded in another tab: it begins anew.
    forgetUnfinished(own.path)
    Object.assign(own, { path: undefined, wasStored: false })
    retryIn(upload, own, 0)
  } else if (status === 409 && own.tries > MAX_CONFLICTS)
    fail('This upload goes on in another tab or window.')
  else if (
    (isPassing(error) && code !== 'storage_full' && code !== 'quota_exceeded') ||
    status === 409 ||
    status === 408
  ) {
    state.value = { kind: 'lost', isServiceBusy: status > 0 }
    if (status === 0 || code === 'stopping') window.dispatchEvent(new CustomEvent('no-answer'))
    retryIn(upload, own, RETRY_MS[Math.min(own.tries, RETRY_MS.length) - 1] ?? 0)
  } else fail(words(error), status !== 413 && code !== 'own_network_only')
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

function retryIn(upload: Upload, own: Running, ms: number): void {
  clearTimeout(own.timer)
  own.timer = setTimeout(() => void run(upload), ms)
}

function retryAll(kind: 'lost' | 'signed-out'): void {
  for (const [upload, own] of running)
    if (upload.state.peek().kind === kind) retryIn(upload, own, 0)
}

function stop(upload: Upload): void {
  const own = running.get(upload)
  clearTimeout(own?.timer)
  own?.abort?.abort()
  upload.speed.value = undefined
}

function remove(upload: Upload): void {
  stop(upload)
  running.delete(upload)
  uploads.value = uploads.peek().filter((one) => one !== upload)
}

function finish(upload: Upload, file: StoredFile): void {
  const path = running.get(upload)?.path
  if (path !== undefined) forgetUnfinished(path)
  remove(upload)
  stored.push(file)
  for (const listener of listeners) listener(file)
  startNext()
  if (goingOn.peek() === 0) tellStored()
}

function tellStored(): void {
  const [first] = stored
  const text =
    stored.length === 1 && first !== undefined
      ? `${first.filename} is stored`
      : `${plural(stored.length, 'file')} are stored, ${bytes(stored.reduce((sum, one) => sum + one.bytes, 0))}`
  stored = []
  const show = { label: 'Show', run: () => navigate('/app/files') }
  toast(text, shownPath.peek() === '/app/files' ? undefined : show)
  notice(text)
}

/** Follows the connection, the session and the page. Once, with the first upload. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  let seen = reconnections.peek()
  reconnections.subscribe((count) => {
    if (count === seen) return
    seen = count
    retryAll('lost')
  })
  window.addEventListener('online', () => retryAll('lost'))
  window.addEventListener('signed-in', () => retryAll('signed-out'))
  effect(() => holdPage('uploads', goingOn.value > 0))
  const ownPaths = () =>
    new Set([...running.values()].flatMap(({ path }) => (path === undefined ? [] : [path])))
  setInterval(() => touchUnfinished(ownPaths(), Date.now()), HEARTBEAT_MS)
  // After a reload they are interrupted at once.
  window.addEventListener('pagehide', () => touchUnfinished(ownPaths(), 0))
}

function isSameFile(one: File, other: File): boolean {
  return (
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified &&
    one.webkitRelativePath === other.webkitRelativePath
  )
}
