import { effect, useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { bytes } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { useResource } from '../../ui/resource.ts'
import { navigate } from '../../ui/router.ts'
import { Empty, Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { type StorageLimits, tooLargeText } from '../../ui/uploads/size-text.ts'
import { type DraftFiles, draftFiles } from '../chat/attachments/draft-files.ts'
import { loadTranscriptionEngines } from '../transcribe/calls.ts'
import { addRecordings } from '../transcribe/recording-uploads.ts'
import { addressOf } from '../video/asked.ts'
import { guessAction, webAddress } from '../video/web-address.ts'
import { fileUploads } from './file-uploads.ts'
import { m } from './messages/en.ts'

/** Where the service worker puts what was shared. */
const CACHE = 'shared'
/** Of the conversation that is not there yet. */
const NEW_CHAT = 'new'
const MAX_SHOWN_CHARACTERS = 600

/** What another app has shared, or a page of another site has sent as such. */
interface SharedThings {
  text: string
  files: readonly File[]
  /** Files beyond the bound. */
  more: number
}

/** Says what was shared, and does with it what is pressed. */
export function Shared() {
  const things = useResource(readShared)
  const limits = useResource((signal) => read(api.GET('/api/nas/limits', { signal })))
  const { value: known } = limits.value
  return (
    <PageLayout title={m.shared}>
      <Show of={things}>
        {(found) =>
          found === undefined ? (
            <Nothing />
          ) : (
            <Choices of={found} limits={known.state === 'ready' ? known.data : undefined} />
          )
        }
      </Show>
    </PageLayout>
  )
}

function Nothing() {
  const isFailed = window.location.search === '?failed'
  return (
    <Empty icon="files" title={isFailed ? m.couldNotTake : m.nothingShared}>
      {isFailed ? (
        <p>{fill(m.mayBeLarger, { files: <a href="/app/files">{m.title}</a> })}</p>
      ) : (
        <p>{m.installThenShare}</p>
      )}
    </Empty>
  )
}

interface Choice {
  label: string
  icon: IconName
  run: () => Promise<void> | void
}

function Choices({ of, limits }: { of: SharedThings; limits: StorageLimits | undefined }) {
  const isBusy = useSignal(false)
  const engines = useResource(loadTranscriptionEngines)
  const { value: found } = engines.value
  const canTranscribe = found.state === 'ready' && found.data.length > 0
  const { text, files, more } = of
  const address = webAddress(text)
  const recordings = files.filter(({ type }) => /^(?:audio|video)\//.test(type))
  const tooLarge = (file: File) => (limits === undefined ? undefined : tooLargeText(file, limits))
  const choices: Choice[] = []
  if (recordings.length > 0 && canTranscribe)
    choices.push({
      label: m.transcribe,
      icon: 'microphone',
      run() {
        addRecordings(recordings, { language: '', engine: '' }, tooLarge)
        navigate('/app/transcribe', { replace: true })
      },
    })
  if (address !== undefined)
    choices.push({
      label: m.openInVideo,
      icon: 'link',
      run: () =>
        navigate(addressOf({ url: address, action: guessAction(address) }), { replace: true }),
    })
  choices.push({ label: m.askInChat, icon: 'chat', run: () => bringToChat(of) })
  if (files.length > 0)
    choices.push({
      label: m.keepInFiles,
      icon: 'files',
      run() {
        fileUploads.add(files, tooLarge)
        navigate('/app/files', { replace: true })
      },
    })
  const take = (run: Choice['run']) =>
    attempt(async () => {
      isBusy.value = true
      try {
        await run()
        await caches.delete(CACHE)
      } finally {
        isBusy.value = false
      }
    })
  return (
    <>
      <p>{m.arrived}</p>
      <div class="shared">
        {text !== '' && <p class="card shared-text">{shortened(text)}</p>}
        {files.length > 0 && (
          <ul class="rows">
            {files.map((file) => (
              <li class="row" key={file.name}>
                <Icon name="file" />
                <bdi class="grow one-line">{file.name}</bdi>
                <span class="quiet small number">{bytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        {more > 0 && <p class="notice">{m.moreNotTaken(more, files.length)}</p>}
      </div>
      <div class="actions shared-choices" aria-busy={isBusy.value}>
        {choices.map(({ label, icon, run }, index) => (
          <button
            key={label}
            type="button"
            class={index === 0 ? 'button primary' : 'button'}
            disabled={isBusy.value}
            onClick={() => void take(run)}
          >
            <Icon name={icon} /> {label}
          </button>
        ))}
        <button
          type="button"
          class="button"
          disabled={isBusy.value}
          onClick={() => void take(() => navigate('/app/', { replace: true }))}
        >
          {m.discard}
        </button>
      </div>
    </>
  )
}

async function readShared(): Promise<SharedThings | undefined> {
  // There is none over plain http.
  const cache = await window.caches?.open(CACHE)
  const about = await cache?.match('/about')
  if (cache === undefined || about === undefined) return undefined
  const { text, names, more } = Object(await about.json())
  const files = await Promise.all(
    (Array.isArray(names) ? names : []).map(async (name, index) => {
      const blob = await (await cache.match(`/${index}`))?.blob()
      return blob === undefined ? [] : [new File([blob], String(name), { type: blob.type })]
    }),
  )
  return { text: String(text ?? ''), files: files.flat(), more: Number(more ?? 0) }
}

/** Adds it to the draft of a new conversation, once the service has the files. */
async function bringToChat({ text, files }: SharedThings): Promise<void> {
  const draft = draftFiles(NEW_CHAT)
  const problems = await draft.add(files)
  await settled(draft)
  for (const { name, state } of draft.list.peek())
    if (state.peek().kind === 'failed') problems.push(m.couldNotSend(name))
  if (problems.length > 0) toast(problems.join(' '))
  const before = readDraft(NEW_CHAT)
  keepDraft(NEW_CHAT, [before, text].filter((part) => part !== '').join('\n\n'))
  navigate('/app/', { replace: true })
}

/** Resolves when none of the files is on its way any more. */
function settled(draft: DraftFiles): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (draft.list.value.some(({ state }) => state.value.kind === 'sending')) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}
