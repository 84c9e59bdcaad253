import { ApiError, errorMessage } from '../../ui/api.ts'
import { boot } from '../../ui/boot.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failed } from '../../ui/state.tsx'

/** Why no worker can run on this machine, and who can change that. */
export function NoWorkers({ error, retry }: { error: string; retry: () => void }) {
  return (
    <div class="state" role="alert">
      <Icon name="worker" />
      <h2>Workers cannot run here yet</h2>
      <p>{error}</p>
      <p>
        {boot.isAdmin ? (
          <>
            Once it is fixed it is found automatically.{' '}
            <a href="/admin/system">See what is missing</a>
          </>
        ) : (
          'Whoever runs this service can fix it; it is found automatically then.'
        )}
      </p>
      <button type="button" class="button" onClick={retry}>
        <Icon name="again" /> Try again
      </button>
    </div>
  )
}

/** This person may use none. */
export function NotAllowed() {
  return (
    <Empty icon="key" title="You may not start workers yet">
      <p>
        A worker reads, computes and writes files by itself, so it is granted one by one. Ask
        whoever runs this service: an admin grants it on your page under “People”.
      </p>
    </Empty>
  )
}

/** Why it is not known what there is. */
export function WorkersFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined
  switch (code) {
    case 'not_installed':
      return <NoWorkers error={errorMessage(error)} retry={retry} />
    case 'capability_denied':
      return <NotAllowed />
    case 'pending_approval':
      return (
        <Empty icon="clock" title="Your account waits for approval">
          <p>Whoever runs this service approves it. Until then no worker can be started.</p>
        </Empty>
      )
    default:
      return <Failed error={error} retry={retry} />
  }
}
