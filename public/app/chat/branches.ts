import type { Message } from './types.ts'

/** A message of the branch that is shown, with those that stand in its place in other branches. */
export interface ShownMessage {
  message: Message
  /** The answers to the same message, or the starts, the oldest first; itself included. */
  siblings: readonly Message[]
}

/**
 * The branch that is shown: at each fork the message that was chosen, else the newest. While earlier
 * messages are not there yet, it starts with the first one above the newest message.
 *
 * @param chosen Id of the chosen message by the id of its parent; empty for starts
 */
export function branchOf(
  messages: readonly Message[],
  chosen: ReadonlyMap<string, string>,
): ShownMessage[] {
  const children = new Map<string, Message[]>()
  for (const message of messages) {
    const parent = message.parent_id ?? ''
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [message])
    else siblings.push(message)
  }
  const branch: ShownMessage[] = []
  for (let parent = firstParent(messages); ; ) {
    const siblings = children.get(parent)
    const message = siblings?.find(({ id }) => id === chosen.get(parent)) ?? siblings?.at(-1)
    if (siblings === undefined || message === undefined) return branch
    branch.push({ message, siblings })
    parent = message.id
  }
}

/** The same branch; what was shown before and has not changed is the same object as then. */
export function keepShown(
  before: readonly ShownMessage[],
  branch: readonly ShownMessage[],
): readonly ShownMessage[] {
  const byId = new Map(before.map((shown) => [shown.message.id, shown]))
  return branch.map((shown) => {
    const stored = byId.get(shown.message.id)
    return stored !== undefined && isSame(shown, stored) ? stored : shown
  })
}

function isSame({ message, siblings }: ShownMessage, before: ShownMessage): boolean {
  return (
    message === before.message &&
    siblings.length === before.siblings.length &&
    siblings.every(({ id }, index) => id === before.siblings[index]?.id)
  )
}

/** Id of what the first message above the newest one follows; empty for a start. */
function firstParent(messages: readonly Message[]): string {
  const byId = new Map(messages.map((message) => [message.id, message]))
  let parent = messages.at(-1)?.parent_id ?? ''
  for (let one = byId.get(parent); one !== undefined; one = byId.get(parent))
    parent = one.parent_id ?? ''
  return parent
}

/** What must be chosen so that a message is in the branch, by the ids of the parents. */
export function choicesFor(messages: readonly Message[], target: string): [string, string][] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const choices: [string, string][] = []
  for (let message = byId.get(target); message !== undefined; ) {
    const parent = message.parent_id ?? ''
    choices.push([parent, message.id])
    message = byId.get(parent)
  }
  return choices
}
