import { PageLayout } from '../../ui/layout.tsx'
import { signOut } from '../../ui/same-person.ts'
import { SingleKeysSwitch } from '../../ui/shortcuts.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { attempt } from '../../ui/toast.tsx'
import { Account } from './account.tsx'
import { AddDevice } from './add-device.tsx'
import { Connect } from './connect.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { Keys } from './keys.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { Usage } from './usage.tsx'
import './page.css'

/** Who is signed in, what they may do and have used, and where else they are signed in. */
export function Page() {
  return (
    <PageLayout
      title="Me"
      side={
        <button type="button" class="button" onClick={() => void attempt(signOut)}>
          Sign out
        </button>
      }
    >
      <h2 class="section">Signed in as</h2>
      <Account />
      <h2 class="section">Used this month</h2>
      <Usage />
      <h2 class="section">Signed in browsers</h2>
      <Sessions />
      <AddDevice />
      <Passkeys />
      <Identities />
      <h2 class="section">Connected devices</h2>
      <Devices />
      <Keys />
      <h2 class="section" id="connect">
        Connect an app
      </h2>
      <Connect />
      <h2 class="section">This browser</h2>
      <div class="card">
        <ThemeSwitch />
        <fieldset class="plain-set me-below">
          <legend>Keyboard</legend>
          <SingleKeysSwitch />
        </fieldset>
      </div>
    </PageLayout>
  )
}
