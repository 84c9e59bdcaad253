import { Icon } from '../../ui/icon.tsx'
import { navigate } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { changeDraft, draft } from './draft.ts'
import type { WorkerJob } from './types.ts'

/** Leads to a new job with the same brief, which may be changed there before it is sent. */
export function AgainButton({ job: { profile, brief } }: { job: WorkerJob }) {
  if (brief === null) return null
  const again = () => {
    const before = draft.peek()
    changeDraft({ profile: profile ?? '', brief })
    navigate('/app/workers')
    // What was typed and not sent is not lost.
    if (before.brief.trim() !== '' && before.brief !== brief)
      toast('It took the place of the brief that you had started. Attach its files again', {
        label: 'Take mine back',
        run: () => changeDraft(before),
      })
    else toast('Attach its files again, if it had any')
  }
  return (
    <button type="button" class="button" onClick={again}>
      <Icon name="again" /> Again
    </button>
  )
}
