import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { ShareLink } from '../../ui/share-link.tsx'
import { attempt } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { answersText, type Engine } from '../shared/account.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import type { Finding, Overview } from './use-overview.ts'

const HIDDEN_KEY = 'first-steps-hidden'
/** The kind of the engine that only shows that the service works. */
const DEMONSTRATION = 'demo'

interface Step {
  id: string
  isDone: boolean
  title: string
  details: ComponentChildren
  /** What to do next. */
  next?: ComponentChildren
}

/** What is there, what is missing and what to do next, until the basics are done or it is hidden. */
export function FirstSteps({ of: { doctor, usage } }: { of: Overview }) {
  const isHidden = useSignal(localStorage.getItem(HIDDEN_KEY) !== null)
  const keys = useResource(async (signal) => {
    const { items } = await read(
      api.GET('/admin/api-keys', { signal, params: { query: { limit: 1 } } }),
    )
    return items.length
  })
  const people = useResource(
    async (signal) =>
      (await read(api.GET('/admin/users', { signal, params: { query: { limit: 1 } } }))).total,
  )
  const engines = attention.value.value?.engines
  const findings = doctor.value.value
  const days = usage.value.value?.days
  const known = keys.value.value
  const joined = people.value.value
  if (isHidden.value || engines === undefined || findings === undefined || days === undefined)
    return null
  if (known.state !== 'ready' || joined.state !== 'ready') return null
  const steps = [
    engineStep(engines),
    questionStep(days.some(({ answers }) => answers > 0)),
    peopleStep(joined.data, findings),
    keyStep(known.data > 0),
    backupStep(findings),
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section aria-labelledby="first-steps">
      <div class="section-head">
        <h2 class="section" id="first-steps">
          First steps, {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </h2>
        <button
          type="button"
          class="text-button small"
          onClick={() => {
            localStorage.setItem(HIDDEN_KEY, '1')
            isHidden.value = true
          }}
        >
          Hide this list
        </button>
      </div>
      <ul class="rows">
        {steps.map(({ id, isDone, title, details, next }) => (
          <li class="row" key={id} data-step={id} data-done={isDone}>
            <span class={isDone ? 'step done' : 'step'}>
              {isDone && <Icon name="check" />}
              <span class="hidden-text">{isDone ? 'Done: ' : 'To do: '}</span>
            </span>
            <span class="grow">
              {title}
              <small>{details}</small>
            </span>
            {next !== undefined && !isDone && <span class="actions beside">{next}</span>}
          </li>
        ))}
      </ul>
      {!engines.some(({ type }) => type === 'transcription') && (
        <p class="quiet small note">
          Recordings cannot be transcribed yet: start a whisper server, or install whisper-cli with
          a model.
        </p>
      )}
    </section>
  )
}

function engineStep(engines: readonly Engine[]): Step {
  const all = engines.filter(answersText)
  const real = all.filter(({ kind, offered }) => kind !== DEMONSTRATION && offered)
  return {
    id: 'engine',
    isDone: real.length > 0,
    title: engineTitle(real.length, all.length),
    details:
      real.length > 0 ? (
        <ForeignText text={real.map(({ label }) => label).join(', ')} />
      ) : (
        <>
          Start a model server on this machine (llama-server, <code>ollama serve</code>, …): it is
          found within seconds. Or put a GGUF file into the folder <code>models</code> of DATA_DIR,
          and install llama-server (<code>brew install llama.cpp</code>,{' '}
          <code>apt install llama.cpp</code>). Or add <code>[[engines]]</code> to hearth.toml.
        </>
      ),
    next: (
      <button type="button" class="button" onClick={() => void attention.reload()}>
        Refresh
      </button>
    ),
  }
}

function engineTitle(real: number, all: number): string {
  if (real > 0) return 'Engines answer'
  return all > 0 ? 'Only the demonstration answers so far' : 'No engine answers yet'
}

function questionStep(isDone: boolean): Step {
  return {
    id: 'question',
    isDone,
    title: isDone ? 'Questions are answered' : 'Ask a first question',
    details: isDone ? 'The figures below count them.' : 'The workspace has the chat.',
    next: (
      <a class="button" href="/app/">
        Open the chat
      </a>
    ),
  }
}

/** @param joined People who have an account. Each identity provider of the settings has a finding */
function peopleStep(joined: number, findings: readonly Finding[]): Step {
  const providers = findings.filter(({ id }) => id.startsWith('provider.'))
  const isDone = joined > 0 || providers.some(({ level }) => level === 'ok')
  return {
    id: 'sign-in',
    isDone,
    title: isDone ? 'Others can sign in' : 'Let the family in',
    details: (
      <>
        They scan a code, type a name, and can chat: without a password, an app or an account
        elsewhere.{' '}
        {window.location.protocol === 'http:' &&
          'Without https this works in your own network; passkeys and the microphone need https, which BASE_URL and a proxy such as Caddy or Tailscale give. '}
        {providers.length > 0 ? (
          <LongText text={providers.map(({ says }) => says).join('. ')} />
        ) : (
          'Whoever has accounts elsewhere may sign in with them: OIDC_ISSUER, GOOGLE_CLIENT_ID or GITHUB_CLIENT_ID.'
        )}
      </>
    ),
    next: <FamilyCode />,
  }
}

const FAMILY = { label: 'Family', uses: 5, expires_in: 7 * 86_400 }

/** An invitation for a few people, as a QR code. */
function FamilyCode() {
  const link = useSignal<components['schemas']['NewInvite'] | undefined>(undefined)
  const show = () =>
    attempt(async () => {
      link.value = await read(api.POST('/admin/invites', { body: FAMILY }))
    })
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => void show()}>
        Show the QR code
      </button>
      {link.value !== undefined && (
        <Dialog
          title="Scan this with the other phone"
          onClose={() => {
            link.value = undefined
          }}
        >
          <p class="quiet">
            Five people can join by it within a week. You can end it under People.
          </p>
          <ShareLink link={link.value} />
        </Dialog>
      )}
    </>
  )
}

function keyStep(isDone: boolean): Step {
  return {
    id: 'key',
    isDone,
    title: isDone ? 'Apps and scripts have keys' : 'Create a key for an app or a script',
    details: 'Each gets a key of its own, which says what it may do and can be revoked alone.',
    next: (
      <a class="button" href="/admin/keys">
        Create key
      </a>
    ),
  }
}

function backupStep(findings: readonly Finding[]): Step {
  const finding = findings.find(({ id }) => id === 'backups')
  const isDone = finding?.level === 'ok'
  return {
    id: 'backups',
    isDone,
    title: isDone ? 'Backups are made every night' : 'There is no backup of last night',
    details:
      finding === undefined
        ? 'This service keeps its data in memory: a restart loses it.'
        : [finding.says, finding.fix].filter(Boolean).join('. '),
    next: (
      <a class="button" href="/admin/system">
        Open the system page
      </a>
    ),
  }
}
