import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { CheckBox } from '../../ui/form.tsx'
import { loadPushState, pushState, turnOff, turnOn } from '../../ui/push.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

type Notifications = components['schemas']['Notifications']
type Kind = Notifications['kinds'][number]['kind']

const MAX_TOPIC = 64
const LABELS: Readonly<Record<Kind, string>> = m.notifyKinds

/** Whether this browser gets notifications, and of what all own browsers get them. */
export function Notifications() {
  const settings = useResource((signal) => read(api.GET('/api/me/notifications', { signal })))
  useEffect(() => void loadPushState().catch(() => undefined), [])
  const turn = (change: () => Promise<void>) =>
    attempt(async () => {
      await change()
      await settings.reload()
    })
  const choose = (body: Change) =>
    attempt(async () => {
      const changed = await read(api.PATCH('/api/me/notifications', { body }))
      settings.change(() => changed)
    })
  return (
    <>
      <h2 class="section">{m.notifications}</h2>
      <Show of={settings}>
        {(known) => (
          <div class="card">
            <ThisBrowser of={known} turn={(change) => void turn(change)} />
            <OtherWays of={known} choose={choose} />
            {isAnyOn(known) && <Choices of={known} choose={choose} />}
          </div>
        )}
      </Show>
    </>
  )
}

function isAnyOn({ browsers, ntfy, mail }: Notifications): boolean {
  return browsers > 0 || typeof ntfy?.topic === 'string' || mail?.is_on === true
}

interface ThisBrowserProps {
  of: Notifications
  turn: (change: () => Promise<void>) => void
}

function ThisBrowser({ of: { this_browser: id, browsers }, turn }: ThisBrowserProps) {
  const others = browsers - (id === null ? 0 : 1)
  const test = (browser: string) =>
    attempt(async () => {
      const params = { path: { id: browser } }
      await send(api.POST('/api/me/notifications/browsers/{id}/test', { params }))
      toast(m.testSent)
    })
  switch (pushState.value) {
    case undefined:
      return <p class="quiet">…</p>
    case 'impossible':
      return <p class="quiet">{window.isSecureContext ? m.cannotNotify : m.httpCannot}</p>
    case 'denied':
      return <p class="quiet">{m.denied}</p>
    case 'off':
      return (
        <div class="actions">
          <button type="button" class="button" onClick={() => turn(turnOn)}>
            {m.notifyHere}
          </button>
          {others > 0 && <span class="quiet">{m.othersNotified(others)}</span>}
        </div>
      )
    case 'on':
      return (
        <div class="actions">
          <span class="grow">{others > 0 ? m.isNotifiedToo(others) : m.isNotified}</span>
          {id !== null && (
            <button type="button" class="button" onClick={() => void test(id)}>
              {m.test}
            </button>
          )}
          <button type="button" class="button" onClick={() => turn(turnOff)}>
            {m.turnOff}
          </button>
        </div>
      )
  }
}

/** What the owner allows beside the browser. */
function OtherWays({ of: { ntfy, mail }, choose }: ChoicesProps) {
  return (
    <>
      {mail !== null && (
        <CheckBox
          class="me-below"
          isChecked={mail.is_on}
          onChange={() => void choose({ by_mail: !mail.is_on })}
        >
          <span>{fill(m.byMail, { address: <bdi>{mail.address}</bdi> })}</span>
        </CheckBox>
      )}
      {ntfy !== null && <NtfyTopic {...ntfy} choose={choose} />}
    </>
  )
}

interface NtfyTopicProps extends NonNullable<Notifications['ntfy']> {
  choose: ChoicesProps['choose']
}

function NtfyTopic({ server, prefix, topic, choose }: NtfyTopicProps) {
  const id = useId()
  const text = useSignal(topic ?? '')
  const save = async () => {
    const name = text.peek().trim()
    const isDone = await choose({ ntfy_topic: name === '' ? null : name })
    if (isDone) toast(name === '' ? m.ntfyOff : m.ntfyOn)
  }
  return (
    <form
      class="me-below"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label for={`${id}-topic`}>{m.topicAt(server)}</label>
      <div class="actions">
        <input
          id={`${id}-topic`}
          class="input me-topic"
          pattern={`${prefix}[\\w\\-]{1,${MAX_TOPIC - prefix.length}}`}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <button type="submit" class="button">
          {m.save}
        </button>
      </div>
      <p class="quiet small" id={`${id}-hint`}>
        {m.topicHint(prefix)}
      </p>
    </form>
  )
}

interface Change {
  kinds?: Kind[]
  with_words?: boolean
  ntfy_topic?: string | null
  by_mail?: boolean
}

interface ChoicesProps {
  of: Notifications
  choose: (body: Change) => Promise<boolean>
}

function Choices({ of: { kinds, with_words }, choose }: ChoicesProps) {
  const on = kinds.filter(({ is_on }) => is_on).map(({ kind }) => kind)
  return (
    <fieldset class="plain-set me-below">
      <legend>{m.notifyWhen}</legend>
      {kinds.map(({ kind, is_on }) => (
        <CheckBox
          key={kind}
          isChecked={is_on}
          onChange={() =>
            void choose({ kinds: is_on ? on.filter((one) => one !== kind) : [...on, kind] })
          }
        >
          {LABELS[kind]}
        </CheckBox>
      ))}
      <CheckBox
        class="me-below"
        isChecked={with_words}
        onChange={() => void choose({ with_words: !with_words })}
      >
        {m.firstWords}
      </CheckBox>
      <p class="quiet small">{m.noText}</p>
    </fieldset>
  )
}
