import { useSignal } from '@preact/signals'
import { fill } from '../../ui/fill.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { signOut } from '../../ui/same-person.ts'
import { installPrompt } from '../../ui/service-worker.ts'
import { SingleKeysSwitch } from '../../ui/shortcut-list.tsx'
import { attempt } from '../../ui/toast.tsx'
import { useIdle } from '../../ui/when-idle.ts'
import { Account } from './account.tsx'
import { AddDevice } from './add-device.tsx'
import { Connect } from './connect.tsx'
import { DataExport } from './data-export.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { Keys } from './keys.tsx'
import { Notifications } from './notifications.tsx'
import { OwnInstructions } from './own-instructions.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { Usage } from './usage.tsx'
import './page.css'
import { m } from './messages/en.ts'

/** Who is signed in, what they may do and have used, and where else they are signed in. */
export function Page() {
  return (
    <PageLayout
      title={m.title}
      side={
        <button type="button" class="button" onClick={() => void attempt(signOut)}>
          {m.signOut}
        </button>
      }
    >
      <h2 class="section">{m.sections.signedInAs}</h2>
      <Account />
      <h2 class="section">{m.sections.usage}</h2>
      <Usage />
      {useIdle() && <Below />}
    </PageLayout>
  )
}

/** What is below the first screen, and asks the service nine times. */
function Below() {
  return (
    <>
      <h2 class="section">{m.chat}</h2>
      <OwnInstructions />
      <h2 class="section">{m.sections.browsers}</h2>
      <Sessions />
      <AddDevice />
      <Passkeys />
      <Identities />
      <Notifications />
      <h2 class="section">{m.sections.devices}</h2>
      <Devices />
      <Keys />
      <h2 class="section" id="connect">
        {m.sections.connect}
      </h2>
      <Connect />
      <h2 class="section">{m.sections.data}</h2>
      <DataExport />
      <h2 class="section">{m.sections.browser}</h2>
      <Installation />
      <div class="card">
        <ThemeSwitch />
        <fieldset class="plain-set me-below">
          <legend>{m.keyboard}</legend>
          <SingleKeysSwitch />
        </fieldset>
      </div>
    </>
  )
}

/** How Hearth becomes an app of this device, or what keeps it from that. */
function Installation() {
  if (!window.isSecureContext)
    return <p class="quiet">{fill(m.install.http, { https: <a href="/docs/remote">https</a> })}</p>
  if (isInstalled()) return <p class="quiet">{m.install.installed}</p>
  const { value: question } = installPrompt
  if (question !== undefined)
    return (
      <p class="actions">
        <button type="button" class="button" onClick={() => void question.prompt()}>
          {m.install.button}
        </button>
      </p>
    )
  return <p class="quiet">{isApple() ? m.install.apple : m.install.menu}</p>
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  )
}

/** Only iOS has the property. */
function isApple(): boolean {
  return 'standalone' in navigator
}

const CHOICES = [
  { value: 'auto', label: m.asDevice },
  { value: 'light', label: m.light },
  { value: 'dark', label: m.dark },
] as const

/** Light, dark, or as the device has it; kept in this browser. */
function ThemeSwitch() {
  const chosen = useSignal(localStorage.getItem('theme') ?? 'auto')
  const choose = (value: string) => {
    chosen.value = value
    const root = document.documentElement
    if (value === 'auto') {
      localStorage.removeItem('theme')
      delete root.dataset['theme']
    } else {
      localStorage.setItem('theme', value)
      root.dataset['theme'] = value
    }
  }
  return (
    <fieldset class="plain-set">
      <legend>{m.appearance}</legend>
      {CHOICES.map(({ value, label }) => (
        <label class="check" key={value}>
          <input
            type="radio"
            name="theme"
            checked={chosen.value === value}
            onChange={() => choose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
