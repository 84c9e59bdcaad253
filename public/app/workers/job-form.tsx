import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { ApiError, errorMessage, randomId } from '../../ui/api.ts'
import { duration, timeOfDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { attempt } from '../../ui/toast.tsx'
import { AttachButton } from '../chat/attachments/attach-button.tsx'
import { DraftChips } from '../chat/attachments/draft-chips.tsx'
import { draftFiles } from '../chat/attachments/draft-files.ts'
import { DropZone } from '../chat/attachments/drop-zone.tsx'
import { ANY_KIND } from '../chat/attachments/limits.ts'
import { ChoiceDialog } from '../chat/knowledge-choice.tsx'
import { workerName } from '../jobs/job-label.ts'
import { BriefField, briefError } from './brief-field.tsx'
import { type NewWorkerJob, startJob } from './calls.ts'
import { changeDraft, draft, FILES, type WorkerDraft } from './draft.ts'
import { m } from './messages/en.ts'
import type { WorkerBudget, WorkerProfile } from './types.ts'

interface JobFormProps {
  /** At least one. */
  profiles: readonly WorkerProfile[]
  budget: WorkerBudget
  /** Gets the id of the job that was made. */
  onStart: (id: string) => void
  /** Called when the service has refused a job. */
  onRefused: () => void
}

/** A new job. What was typed and attached survives a reload and a refusal. */
export function JobForm({ profiles, budget, onStart, onRefused }: JobFormProps) {
  const files = useMemo(() => draftFiles(FILES, ANY_KIND), [])
  const notTaken = useSignal('')
  const error = useSignal<string | undefined>(undefined)
  const rejection = useSignal<string | undefined>(undefined)
  const isStarting = useSignal(false)
  const area = useRef<HTMLTextAreaElement>(null)
  // The same request sent again, after a lost connection or by a second click, makes no second job.
  const request = useRef<{ body: string; key: string } | undefined>(undefined)
  const { brief, collections } = draft.value
  const profile =
    profiles.find(({ name }) => name === draft.value.profile)?.name ?? profiles[0]?.name ?? ''

  const change = (next: Partial<WorkerDraft>) => {
    changeDraft({ ...draft.value, ...next })
    error.value = undefined
    rejection.value = undefined
  }
  const attach = (adding: Promise<readonly string[]>) => {
    rejection.value = undefined
    notTaken.value = ''
    void attempt(async () => {
      const rejections = await adding
      if (rejections.length > 0) notTaken.value = rejections.join(' ')
    })
  }
  const attachNew = (chosen: readonly File[]) => attach(files.add(chosen))
  const start = async (attachments: NonNullable<NewWorkerJob['attachments']>) => {
    const body: NewWorkerJob = {
      profile,
      brief,
      attachments,
      ...(collections.length > 0 && { collections: [...collections] }),
    }
    const text = JSON.stringify(body)
    if (request.current?.body !== text) request.current = { body: text, key: randomId() }
    const { job_id: id } = await startJob(body, request.current.key)
    request.current = undefined
    changeDraft({ brief: '', profile, collections: [] })
    onStart(id)
  }
  const submit = async () => {
    if (isStarting.peek() || budget.left <= 0 || !files.isReady) return
    error.value = briefError(brief)
    rejection.value = undefined
    notTaken.value = ''
    if (error.value !== undefined) {
      area.current?.focus()
      return
    }
    isStarting.value = true
    try {
      await files.send((attachments) => start([...attachments]))
    } catch (error) {
      rejection.value = refusedText(error)
      onRefused()
    } finally {
      isStarting.value = false
    }
  }
  return (
    <form
      noValidate
      aria-label={m.newJob}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ProfileChoice
        profiles={profiles}
        chosen={profile}
        onChoose={(name) => change({ profile: name })}
      />
      <BriefField
        area={area}
        value={brief}
        error={error.value}
        onType={(text) => change({ brief: text })}
        onFiles={attachNew}
        onSubmit={() => void submit()}
      />
      <DropZone limits={files.limits.text} onFiles={attachNew} />
      <DraftChips
        files={files}
        isSending={isStarting.value}
        onRemoved={() => {
          notTaken.value = ''
          rejection.value = undefined
          area.current?.focus()
        }}
      />
      <div class="worker-attach">
        <AttachButton
          isNamed
          files={files}
          onFiles={attachNew}
          onStored={(chosen) => attach(files.addStored(chosen))}
        />
        <CollectionsButton chosen={collections} onChange={(ids) => change({ collections: ids })} />
        <span class="quiet small">{m.canBeDropped(files.limits.text)}</span>
      </div>
      {notTaken.value !== '' && (
        <p class="notice bad error-notice" role="alert">
          {notTaken.value}
        </p>
      )}
      {rejection.value !== undefined && (
        <p class="notice bad error-notice" role="alert">
          {rejection.value}
        </p>
      )}
      {budget.left <= 0 && rejection.value === undefined && (
        <p class="notice error-notice" role="status">
          {spentText(budget)}
        </p>
      )}
      <div class="actions">
        <button
          type="submit"
          class="button primary"
          disabled={isStarting.value || budget.left <= 0 || !files.isReady}
        >
          {isStarting.value ? m.starting : m.start}
        </button>
        <span class="quiet small">{budgetText(budget)}</span>
      </div>
    </form>
  )
}

/** The collections that the worker may search. */
function CollectionsButton({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}) {
  const isOpen = useSignal(false)
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="book" /> {m.collections(chosen.length)}
      </button>
      {isOpen.value && (
        <ChoiceDialog
          title={m.chooseCollections}
          lead={m.searchesThem}
          chosen={chosen}
          onChange={onChange}
          onClose={() => {
            isOpen.value = false
          }}
        />
      )}
    </>
  )
}

/** What is left of today's budget. */
function budgetText({ left, limit, resets_at: resets }: WorkerBudget): string {
  return m.budget(left, limit, timeOfDay(Date.parse(resets)))
}

/** Why nothing can be started, and from when on it can. */
function spentText({ limit, resets_at: resets }: WorkerBudget, now = Date.now()): string {
  const seconds = Math.max(1, Math.round((Date.parse(resets) - now) / 1000))
  return m.spent(limit, freeAgainText(seconds, now))
}

/** A refusal to start a job, with when it may be tried again. */
function refusedText(error: unknown, now = Date.now()): string {
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return wait === undefined
    ? errorMessage(error)
    : m.again(errorMessage(error), freeAgainText(wait, now))
}

function freeAgainText(seconds: number, now: number): string {
  const wait = duration(seconds)
  return seconds < 600 ? m.tryIn(wait) : m.tryAt(timeOfDay(now + seconds * 1000), wait)
}

const DESCRIPTIONS: Readonly<Record<string, string>> = m.descriptions

/** What the worker may use; one that is alone is not chosen, but told. */
function ProfileChoice({
  profiles,
  chosen,
  onChoose,
}: {
  profiles: readonly WorkerProfile[]
  /** Name of a profile. */
  chosen: string
  onChoose: (name: string) => void
}) {
  return (
    <fieldset class="plain-set worker-profiles">
      <legend>{m.worker}</legend>
      {profiles.map(({ name, description, links_per_host: links }) => (
        <label key={name} class="worker-profile">
          <input
            type="radio"
            name="profile"
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span>
            {workerName(name)}
            <small dir="auto">{DESCRIPTIONS[description] ?? description}</small>
            {typeof links === 'number' && <small>{m.followsLinks(links)}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
