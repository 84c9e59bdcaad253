import { keepDraft, readDraft } from '../../ui/own-drafts.ts'

/** What the next answers may use, as a request for one has it. */
interface ChosenTools {
  tools?: 'all'
  /** Ids of collections. */
  knowledge?: string[]
}

const nameOf = (draftId: string) => `answers:${draftId}`

/** What a person has chosen for the answers of a conversation. */
export function toolsOf(draftId: string): ChosenTools {
  return JSON.parse(readDraft(nameOf(draftId)) || '{}')
}

export function keepTools(draftId: string, chosen: ChosenTools): void {
  keepDraft(nameOf(draftId), JSON.stringify(chosen))
}

/** The first message of a conversation has its choices for those after it. */
export function passSwitch(from: string, to: string): void {
  keepTools(to, toolsOf(from))
}
