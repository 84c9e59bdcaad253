import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { pick, pickList } from '../support/pick.ts'
import { idIn, submit } from './actions.ts'
import type { AttackedService } from './attacked-service.ts'
import { isTaken, send } from './client.ts'
import { type Ledger, type Submission, UPLOAD_BYTES, uploadBytes } from './ledger.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const BUSY_PAUSE_MS = 50
const ENDS = ['complete', 'stopped', 'failed', 'interrupted']

interface SettleOptions {
  /** Whether the failure of a job is an honest end, as where the only machine with its model is gone. */
  readonly mayFail?: boolean
}

/**
 * Compares a service that has started after a crash with what its clients were told, sends again what
 * they do not know of, and follows all work to its end.
 *
 * @returns What was lost or doubled
 */
export async function settle(
  service: AttackedService,
  ledger: Ledger,
  options: SettleOptions = {},
): Promise<string[]> {
  // Of jobs that ended before the crash; those that end below are read as they end.
  const outputs = [...ledger.outputs]
  const open = [...ledger.submissions.values()].filter(({ isEnded }) => !isEnded)
  const found = [
    ...(await Promise.all(open.map((one) => settleSubmission(service.url, ledger, one, options)))),
    ...(await Promise.all([...ledger.files].map((file) => settleFile(service.url, ledger, file)))),
    ...(await Promise.all(outputs.map((output) => settleOutput(service.url, output)))),
    ...(await Promise.all([...ledger.clips].map((clip) => settleClip(service.url, clip)))),
    ...(await Promise.all([...ledger.responses].map((one) => settleResponse(service.url, one)))),
    ...(await settleUploads(service, ledger)),
  ]
  return found.flat()
}

async function settleSubmission(
  url: string,
  ledger: Ledger,
  one: Submission,
  options: SettleOptions,
): Promise<string[]> {
  const answer = await accepted(() => submit(url, ledger, one))
  const body: unknown = await answer.json()
  if (!answer.ok) return [`${one.name}: ${answer.status} ${JSON.stringify(body)} when sent again`]
  const id = idIn(one, body)
  const faults = one.id === undefined || one.id === id ? [] : [`${one.name}: ${one.id} is lost`]
  one.id = id
  const fault =
    one.kind === 'job' ? await endOfJob(url, ledger, one, options) : await endOfMessage(url, one)
  one.isEnded = true
  return [...faults, ...fault]
}

/** Sends again while the service is busy. */
async function accepted(post: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await post()
    if (answer.status !== 429 && answer.status !== 503) return answer
    await answer.text()
    await Bun.sleep(BUSY_PAUSE_MS)
  }
}

export async function endOfJob(
  url: string,
  ledger: Ledger,
  one: Submission,
  { mayFail = false }: SettleOptions,
): Promise<string[]> {
  const path = `${one.records}/${one.id}`
  await (await send(url, one.key, 'GET', `${path}/events`)).text()
  const job: unknown = await (await send(url, one.key, 'GET', path)).json()
  const end = pick(job, 'error.code') ?? pick(job, 'status')
  const isFailure = mayFail && pick(job, 'status') === 'failed'
  // A job may say that it has found no room on the disk.
  const isRight = ['succeeded', 'interrupted', 'storage_full'].includes(String(end)) || isFailure
  if (!isRight) return [`${one.name}: ended as ${JSON.stringify(job).slice(0, 300)}`]
  return pick(job, 'artifacts') === undefined ? [] : await readOutputs(url, ledger, one, job)
}

/** Reads all that the job of a worker lists, and notes it for the next crash. */
async function readOutputs(
  url: string,
  ledger: Ledger,
  { key, name }: Submission,
  job: unknown,
): Promise<string[]> {
  const steps = pickList(job, 'steps').map((step) => pick(step, 'output'))
  const listed = [...pickList(job, 'artifacts'), ...steps.filter((output) => output !== null)]
  const faults: string[] = []
  for (const output of listed) {
    const path = String(pick(output, 'url'))
    const answer = await send(url, key, 'GET', path)
    const bytes = await answer.bytes()
    // Its command says so in the only artifact.
    const isRight =
      !path.includes('/artifacts/') || new TextDecoder().decode(bytes).includes('done')
    if (answer.status === 200 && bytes.byteLength === pick(output, 'bytes') && isRight)
      ledger.outputs.set(path, { key, hash: sha256(bytes) })
    else faults.push(`${name}: ${path}: ${answer.status}, ${bytes.byteLength} bytes`)
  }
  return faults
}

async function settleOutput(
  url: string,
  [path, { key, hash }]: [string, { key: string; hash: string }],
): Promise<string[]> {
  const answer = await send(url, key, 'GET', path)
  const isWhole = sha256(await answer.bytes()) === hash
  return isWhole ? [] : [`output ${path}: ${answer.status}`]
}

async function endOfMessage(url: string, one: Submission): Promise<string[]> {
  for (;;) {
    const whole: unknown = await (await send(url, one.key, 'GET', one.records)).json()
    const messages = pickList(whole, 'messages')
    if (messages.every((message) => ENDS.includes(String(pick(message, 'status'))))) {
      const own = messages.filter((message) => pick(message, 'content') === `Message ${one.name}`)
      return own.length === 1 ? [] : [`${one.name}: ${own.length} messages instead of one`]
    }
    await Bun.sleep(BUSY_PAUSE_MS)
  }
}

async function settleFile(
  url: string,
  ledger: Ledger,
  [token, hash]: [string, string],
): Promise<string[]> {
  const answer = await fetch(`${url}/nas/${token}/a.bin`)
  const isGone = answer.status === 404
  const bytes = await answer.bytes()
  const deleted = ledger.deletions.get(token)
  if (deleted !== undefined && isGone) {
    ledger.files.delete(token)
    return []
  }
  if (deleted === true) return [`file ${token.slice(0, 6)}…: deleted, and there again`]
  if (isGone || sha256(bytes) !== hash)
    return [`file ${token.slice(0, 6)}…: ${answer.status}, ${bytes.byteLength} bytes`]
  return []
}

async function settleClip(url: string, [path, hash]: [string, string]): Promise<string[]> {
  const answer = await fetch(url + path)
  const isWhole = sha256(await answer.bytes()) === hash
  return isWhole ? [] : [`clip ${path}: ${answer.status}`]
}

async function settleResponse(url: string, [id, key]: [string, string]): Promise<string[]> {
  const answer = await send(url, key, 'GET', `/v1/responses/${id}`)
  const status = pick(await answer.json(), 'status')
  return status === 'completed' ? [] : [`response ${id}: ${answer.status} ${status}`]
}

async function settleUploads(service: AttackedService, ledger: Ledger): Promise<string[]> {
  const faults: string[] = []
  const content = uploadBytes()
  for (const upload of ledger.uploads.values()) {
    const answer = await send(service.url, upload.key, 'HEAD', upload.path, undefined, TUS)
    const offset = Number(answer.headers.get('upload-offset'))
    if (!(await isTaken(answer, 200)) || offset < upload.offset || offset > UPLOAD_BYTES) {
      faults.push(`upload ${upload.path}: at ${offset} instead of ${upload.offset}`)
      continue
    }
    upload.offset = offset
    const id = upload.path.split('/').at(-1) ?? ''
    const kept = await Bun.file(join(service.data, 'uploads', id)).bytes()
    if (sha256(kept) !== sha256(content.subarray(0, offset)))
      faults.push(`upload ${upload.path}: other bytes`)
  }
  return faults
}
