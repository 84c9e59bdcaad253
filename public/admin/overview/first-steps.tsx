import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { ShareLink } from '../../ui/share-link.tsx'
import { attempt } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { answersText, type Engine } from '../shared/account.ts'
import { findingText } from '../shared/service-texts.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import { m } from './messages/en.ts'
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
export function FirstSteps({ of: { doctor, usage, keys, accounts } }: { of: Overview }) {
  const isHidden = useSignal(localStorage.getItem(HIDDEN_KEY) !== null)
  const engines = attention.value.value?.engines
  const days = usage.value.value?.days
  const known = keys.value.value
  const joined = accounts.value.value
  if (isHidden.value || engines === undefined || days === undefined) return null
  if (known.state !== 'ready' || joined.state !== 'ready') return null
  const engine = engineStep(engines)
  const question = questionStep(days.some(({ answers }) => answers > 0))
  const key = keyStep(known.data > 0)
  // Its checks take longest; what does not depend on them is shown before.
  const findings = doctor.value.value
  if (findings === undefined && [engine, question, key].every(({ isDone }) => isDone)) return null
  const people = peopleStep(joined.data, findings)
  const steps = [engine, question, people, key, backupStep(findings)]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section aria-labelledby="first-steps">
      <div class="section-head">
        <h2 class="section" id="first-steps">
          {m.firstSteps(steps.filter(({ isDone }) => isDone).length, steps.length)}
        </h2>
        <button
          type="button"
          class="text-button small"
          onClick={() => {
            localStorage.setItem(HIDDEN_KEY, '1')
            isHidden.value = true
          }}
        >
          {m.hideList}
        </button>
      </div>
      <ul class="rows">
        {steps.map(({ id, isDone, title, details, next }) => (
          <li class="row" key={id} data-step={id} data-done={isDone}>
            <span class={isDone ? 'step done' : 'step'}>
              {isDone && <Icon name="check" />}
              <span class="hidden-text">{isDone ? m.isDone : m.toDo}</span>
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
        <p class="quiet small note">{m.noTranscription}</p>
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
        fill(m.engineHelp, {
          ollama: <code>ollama serve</code>,
          models: <code>models</code>,
          brew: <code>brew install llama.cpp</code>,
          apt: <code>apt install llama.cpp</code>,
          settings: <code>[[engines]]</code>,
        })
      ),
    next: (
      <button type="button" class="button" onClick={() => void attention.reload()}>
        {m.refresh}
      </button>
    ),
  }
}

function engineTitle(real: number, all: number): string {
  if (real > 0) return m.enginesAnswer
  return all > 0 ? m.onlyDemo : m.noEngine
}

function questionStep(isDone: boolean): Step {
  return {
    id: 'question',
    isDone,
    title: isDone ? m.questionsAnswered : m.askFirst,
    details: isDone ? m.figuresBelow : m.chatInWorkspace,
    next: (
      <a class="button" href="/app/">
        {m.openChat}
      </a>
    ),
  }
}

/** @param joined People who have an account. Each identity provider of the settings has a finding */
function peopleStep(joined: number, findings: readonly Finding[] = []): Step {
  const providers = findings.filter(({ id }) => id.startsWith('provider.'))
  const isDone = joined > 0 || providers.some(({ level }) => level === 'ok')
  return {
    id: 'sign-in',
    isDone,
    title: isDone ? m.othersCanSignIn : m.letFamilyIn,
    details: (
      <>
        {m.joinText} {window.location.protocol === 'http:' && m.withoutHttps}
        {providers.length > 0 ? (
          <LongText text={providers.map((one) => findingText(one).says).join('. ')} />
        ) : (
          m.otherAccounts
        )}
      </>
    ),
    next: <FamilyCode />,
  }
}

const FAMILY = { label: m.family, uses: 5, expires_in: 7 * 86_400 }

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
        {m.showQr}
      </button>
      {link.value !== undefined && (
        <Dialog
          title={m.scanThis}
          onClose={() => {
            link.value = undefined
          }}
        >
          <p class="quiet">{m.fivePeople}</p>
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
    title: isDone ? m.appsHaveKeys : m.createKeyFor,
    details: m.keyText,
    next: (
      <a class="button" href="/admin/keys">
        {m.createKey}
      </a>
    ),
  }
}

function findingSentences(finding: Finding): string {
  const { says, fix } = findingText(finding)
  return fix === undefined ? says : `${ui.sentence(says)} ${fix}`
}

function backupStep(findings: readonly Finding[] | undefined): Step {
  const finding = findings?.find(({ id }) => id === 'backups')
  const isDone = finding?.level === 'ok'
  return {
    id: 'backups',
    isDone,
    title: isDone ? m.backupsMade : findings === undefined ? m.backups : m.noBackup,
    details:
      finding === undefined ? (
        findings !== undefined && m.inMemory
      ) : (
        <ForeignText text={findingSentences(finding)} />
      ),
    next: (
      <a class="button" href="/admin/system">
        {m.openSystem}
      </a>
    ),
  }
}
