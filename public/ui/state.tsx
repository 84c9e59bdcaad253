import type { ComponentChildren } from 'preact'
import { ApiError, errorMessage, isSignedOut } from './api.ts'
import { Icon, type IconName } from './icon.tsx'
import type { Resource } from './resource.ts'
import './state.css'
import { m } from './messages/en.ts'

/** Bars where the content will be. */
export function Loading({ label = m.loading }: { label?: string }) {
  return (
    <div class="bars" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}

/** What to do first, where there is nothing yet. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children?: ComponentChildren
}) {
  return (
    <div class="state">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  )
}

/** Something to try in place of nothing: a page to open, or what a press does. */
export interface Try {
  label: string
  icon: IconName
  href?: string
  onClick?: () => void
}

/** Three things to try, where there is nothing yet. */
export function Tries({ of }: { of: readonly Try[] }) {
  return (
    <ul class="tries" aria-label={m.thingsToTry}>
      {of.map(({ label, icon, href, onClick }) => (
        <li key={label}>
          {href === undefined ? (
            <button type="button" class="button" onClick={onClick}>
              <Icon name={icon} /> <span class="one-line">{label}</span>
            </button>
          ) : (
            <a class="button" href={href}>
              <Icon name={icon} /> <span class="one-line">{label}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Leads from an error of the service to its explanation in the manual. */
function HelpLink({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.status === 0 || isSignedOut(error)) return null
  return (
    <p class="small">
      <a href={`/docs/errors#${error.code}`}>{m.help}</a>
    </p>
  )
}

/** What happened, and how to try again. */
export function Failed({
  error,
  text = errorMessage(error),
  retry,
}: {
  error: unknown
  text?: string
  retry?: () => void
}) {
  const isRefused = error instanceof ApiError && error.status === 403
  const isOut = isSignedOut(error)
  return (
    <div class="state" role="alert">
      <Icon name="warning" />
      <h2>{isRefused ? m.mayNotSee : isOut ? m.signedOut : m.failed}</h2>
      <p>{text}</p>
      <HelpLink error={error} />
      {isRefused && (
        <a class="button" href="/app/">
          {m.openWorkspace}
        </a>
      )}
      {retry !== undefined && !isRefused && (
        <button type="button" class="button" onClick={retry}>
          <Icon name="again" /> {m.tryAgain}
        </button>
      )}
    </div>
  )
}

/** Shows what is loaded, or how far that is. */
export function Show<data>({
  of: { value, reload },
  children,
}: {
  of: Resource<data>
  children: (data: data) => ComponentChildren
}) {
  const loaded = value.value
  switch (loaded.state) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <Failed error={loaded.error} retry={() => void reload()} />
    case 'ready':
      return <>{children(loaded.data)}</>
  }
}
