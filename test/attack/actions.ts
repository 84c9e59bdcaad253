import { sha256 } from '../../src/platform/ids.ts'
import { pick } from '../support/pick.ts'
import { speechWav } from '../support/recogniser.ts'
import { isTaken, send, UnexpectedAnswer } from './client.ts'
import {
  type Ledger,
  type PartialUpload,
  type Submission,
  UPLOAD_BYTES,
  uploadBytes,
} from './ledger.ts'
import { siteOf } from './sites-proxy.ts'

/** What one action needs. */
interface ActionContext {
  readonly url: string
  readonly key: string
  readonly ledger: Ledger
  readonly random: () => number
  /** A name that no other action of the run has. */
  readonly name: string
}

type Action = (context: ActionContext) => Promise<void>

const RECORDING = speechWav(2).slice()
const CONTENT = uploadBytes()
const TUS = { 'tus-resumable': '1.0.0' }
const PIECES = 3

/** Posts what can be sent again, and notes its id once that is acknowledged. */
export async function submit(url: string, ledger: Ledger, one: Submission): Promise<Response> {
  const headers = { 'idempotency-key': one.name, 'x-request-id': one.name }
  ledger.submissions.set(one.name, one)
  return send(url, one.key, 'POST', one.path, one.body, headers)
}

/** The id in the answer to a submission. */
export function idIn({ kind }: Submission, body: unknown): string {
  return String(pick(body, kind === 'job' ? 'job_id' : 'message.id'))
}

function job(path: string, body: object | Uint8Array<ArrayBuffer>, records = path): Action {
  return async ({ url, key, ledger, name }) => {
    const one: Submission = {
      ...{ name, key, path, body, records, kind: 'job' },
      ...{ id: undefined, isEnded: false },
    }
    const answer = await submit(url, ledger, one)
    if (await isTaken(answer, 202)) one.id = idIn(one, await answer.json())
    else ledger.submissions.delete(name)
  }
}

function call(path: string, body: object, end = ''): Action {
  return async ({ url, key, ledger, name }) => {
    const answer = await send(url, key, 'POST', path, body, { 'x-request-id': name })
    if (!(await isTaken(answer, 200))) return
    const text = await answer.text()
    // A failure is told; a connection that breaks off ends in an error of the client.
    if (text.includes('data: {"error"') || text.includes('"status":"failed"')) return
    if (!text.includes(end) || (end !== '' && textIn(text) !== ANSWER))
      throw new UnexpectedAnswer(`${name}: ended without its end: ${text.slice(-200)}`)
    ledger.answered.add(name)
  }
}

/** What the model server says. */
const ANSWER = 'Hello from the local model.'

/** The text of the chunks of a stream. */
function textIn(stream: string): string {
  return [...stream.matchAll(/^data: (\{.*)$/gm)]
    .map(([, chunk = '']) => pick(JSON.parse(chunk), 'choices.0.delta.content') ?? '')
    .join('')
}

const MESSAGES = [{ role: 'user', content: 'Say something' }]

async function storeFile({ url, key, ledger, random }: ActionContext): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.floor(random() * 60_000)))
  const path = '/api/nas/upload?filename=a.bin'
  const answer = await send(url, key, 'POST', path, bytes)
  if (!(await isTaken(answer, 201))) return
  const token = String(pick(await answer.json(), 'token'))
  ledger.files.set(token, sha256(bytes))
  if (random() < 0.7) return
  ledger.deletions.set(token, false)
  const gone = await send(url, key, 'DELETE', `/api/nas/files/${token}`)
  if (await isTaken(gone, 204)) ledger.deletions.set(token, true)
}

async function resumableUpload({ url, key, ledger }: ActionContext): Promise<void> {
  const made = await send(url, key, 'POST', '/buffer', undefined, {
    ...TUS,
    'upload-length': String(UPLOAD_BYTES),
  })
  if (!(await isTaken(made, 201))) return
  const path = made.headers.get('location') ?? ''
  const upload: PartialUpload = { path, key, offset: 0 }
  ledger.uploads.set(path, upload)
  while (upload.offset < UPLOAD_BYTES) await appendPiece(url, upload)
}

async function appendPiece(url: string, upload: PartialUpload): Promise<void> {
  const end = Math.min(UPLOAD_BYTES, upload.offset + Math.ceil(UPLOAD_BYTES / PIECES))
  const piece = CONTENT.slice(upload.offset, end)
  const answer = await send(url, upload.key, 'PATCH', upload.path, piece, {
    ...TUS,
    'upload-offset': String(upload.offset),
    'content-type': 'application/offset+octet-stream',
  })
  if (await isTaken(answer, 204)) {
    upload.offset = Number(answer.headers.get('upload-offset'))
    return
  }
  // A part of a piece that was refused on the way may be kept.
  const state = await send(url, upload.key, 'HEAD', upload.path, undefined, TUS)
  if (await isTaken(state, 200)) upload.offset = Number(state.headers.get('upload-offset'))
}

async function conversation(context: ActionContext): Promise<void> {
  const { url, key, ledger, name, random } = context
  const made = await send(url, key, 'POST', '/api/conversations', {})
  if (!(await isTaken(made, 201, 200))) return
  const path = `/api/conversations/${pick(await made.json(), 'id')}`
  const attachments =
    random() < 0.3 ? [{ data: 'SGVsbG8=', media_type: 'text/plain', filename: 'a.txt' }] : []
  const one: Submission = {
    ...{ name, key, path: `${path}/messages`, records: path, kind: 'message' },
    ...{ body: { content: `Message ${name}`, attachments }, id: undefined, isEnded: false },
  }
  const answer = await submit(url, ledger, one)
  if (await isTaken(answer, 202)) one.id = idIn(one, await answer.json())
  else ledger.submissions.delete(name)
}

async function speech({ url, key, ledger, name }: ActionContext): Promise<void> {
  const body = { text: 'Hello.', format: 'wav' }
  const answer = await send(url, key, 'POST', '/api/ai/tts', body, { 'x-request-id': name })
  if (!(await isTaken(answer, 200))) return
  const spoken: unknown = await answer.json()
  const path = pick(spoken, 'url')
  if (typeof path !== 'string')
    throw new UnexpectedAnswer(`A clip without an address: ${JSON.stringify(spoken).slice(0, 300)}`)
  const { pathname } = new URL(path, url)
  const clip = await fetch(url + pathname)
  if (await isTaken(clip, 200)) ledger.clips.set(pathname, sha256(await clip.bytes()))
}

async function keptResponse({ url, key, ledger, name }: ActionContext): Promise<void> {
  const body = { model: 'auto', input: 'Say something' }
  const answer = await send(url, key, 'POST', '/v1/responses', body, { 'x-request-id': name })
  if (!(await isTaken(answer, 200))) return
  const response: unknown = await answer.json()
  // One that could not be stored says so.
  if (pick(response, 'store') !== false) ledger.responses.set(String(pick(response, 'id')), key)
  ledger.answered.add(name)
}

/** A page of a random public address; the service needs a proxy that answers for it. */
async function scrape({ url, key, random }: ActionContext): Promise<void> {
  const body = { url: `${siteOf(Math.floor(random() * 250))}/page`, render: 'never' }
  const answer = await send(url, key, 'POST', '/v1/web/scrape', body)
  if (await isTaken(answer, 200)) await answer.text()
}

/** Every kind of request that changes something, by name. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  chat: call('/v1/chat/completions', { model: 'auto', messages: MESSAGES }),
  stream: call(
    '/v1/chat/completions',
    { model: 'auto', messages: MESSAGES, stream: true },
    'data: [DONE]',
  ),
  generate: job('/api/ai/generate', { prompt: 'Write', async: true }),
  task: job('/api/ai/agent', { task: 'title', input: 'A story', async: true }),
  taskNow: call('/api/ai/agent', { task: 'title', input: 'A story' }),
  file: storeFile,
  upload: resumableUpload,
  conversation,
  speech,
  spokenJob: job('/api/ai/tts', { text: 'Hello.', format: 'wav', async: true }),
  transcription: job('/transcribe?filename=a.wav', RECORDING, '/jobs'),
  response: keptResponse,
  scrape,
  worker: job('/api/ai/worker', {
    profile: 'read_docs',
    brief: 'Work',
    attachments: [{ data: 'YQ==', media_type: 'text/plain', filename: 'a.txt' }],
  }),
}
