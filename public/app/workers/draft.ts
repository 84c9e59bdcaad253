import { computed, signal } from '@preact/signals'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'

const BRIEF = 'worker:brief'
const PROFILE = 'worker:profile'
const COLLECTIONS = 'worker:collections'
/** What the files of the draft are kept under. */
export const FILES = 'worker'

/** A job that is not started yet. */
export interface WorkerDraft {
  brief: string
  /** Name of the profile; empty where none was chosen. */
  profile: string
  /** Ids of those that it may search. */
  collections: readonly string[]
}

const stored = signal<WorkerDraft>({
  brief: readDraft(BRIEF),
  profile: readDraft(PROFILE),
  collections: readDraft(COLLECTIONS).split(' ').filter(Boolean),
})
/** What was typed; it survives a reload, and belongs to one person. */
export const draft = computed(() => stored.value)

export function changeDraft(next: WorkerDraft): void {
  stored.value = next
  keepDraft(BRIEF, next.brief)
  keepDraft(PROFILE, next.profile)
  keepDraft(COLLECTIONS, next.collections.join(' '))
}
