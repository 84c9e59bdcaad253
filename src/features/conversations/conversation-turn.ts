import {
  MAX_PROMPT_CHARACTERS,
  type PreparedAttachment,
} from '../../core/attachments/attachment.ts'
import { type AttachmentPlace, withAttachments } from '../../core/engines/attached-messages.ts'
import { type Requirements, requirementsOf } from '../../core/engines/conversation.ts'
import type { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessageRow } from './message-store.ts'

/**
 * Pictures that a model gets of all messages, unless the last one alone has more.
 * @limit conversation-pictures count
 */
export const MAX_TURN_PICTURES = 20
/** What is written around an attachment, at most, without its name and its note. */
const FRAME_CHARACTERS = 800

/** What is needed of an attachment to plan. */
type TurnAttachment = Pick<
  MessageAttachmentRow,
  'id' | 'name' | 'kind' | 'pages' | 'note' | 'characters' | 'pictures'
>

/** A message on the way to the one that is answered, or what the model is told before them. */
export interface TurnMessage<attachment = TurnAttachment> extends Pick<MessageRow, 'content'> {
  role: MessageRow['role'] | 'system'
  attachments: readonly attachment[]
}

/** Puts instructions before the messages, where there are some. */
export function instructed<attachment>(
  path: readonly TurnMessage<attachment>[],
  instructions: string,
): TurnMessage<attachment>[] {
  if (instructions === '') return [...path]
  return [{ role: 'system', content: instructions, attachments: [] }, ...path]
}

/** Which attachments a model gets. */
export interface TurnPlan {
  included: ReadonlySet<string>
  /** Which it does not get, and why; null for none. */
  note: string | null
}

/**
 * Chooses the attachments that a model gets: all of the last message, and of the earlier ones the
 * latest, as far as the bounds and the model allow.
 *
 * @param select Finds models. @throws {AppError} when there is none for these requirements
 * @throws What `select` throws when the last message alone is the reason
 */
export function planTurn(
  path: readonly TurnMessage[],
  select: (requirements: Requirements) => void,
): TurnPlan {
  const own = path.at(-1)?.attachments ?? []
  const fitting = withinBounds(path)
  const isLeftOut = (one: TurnAttachment) => !fitting.includes(one)
  const long = path.flatMap(({ attachments }) => attachments).filter(isLeftOut)
  const unseen: TurnAttachment[] = []
  for (;;) {
    try {
      select(requirements(path, fitting))
      return { included: new Set(fitting.map(({ id }) => id)), note: noteOf(long, unseen) }
    } catch (error) {
      const earlier = fitting.filter((one) => !own.includes(one))
      const seeing = earlier.filter(({ pictures }) => pictures > 0)
      const code = error instanceof AppError ? error.code : undefined
      if (code === 'too_long' && earlier[0] !== undefined) {
        fitting.splice(fitting.indexOf(earlier[0]), 1)
        long.push(earlier[0])
      } else if (
        code === 'invalid' &&
        seeing.length > 0 &&
        !own.some(({ pictures }) => pictures > 0)
      ) {
        for (const one of seeing) fitting.splice(fitting.indexOf(one), 1)
        unseen.push(...seeing)
      } else throw error
    }
  }
}

/**
 * The messages as an engine gets them. Answers without a text are left out: they were cut off.
 *
 * @param load Reads what was prepared of an attachment; undefined when its bytes are lost
 */
export async function turnOf<attachment extends TurnAttachment>(
  path: readonly TurnMessage<attachment>[],
  { included, note }: TurnPlan,
  load: (attachment: attachment) => Promise<Omit<PreparedAttachment, 'report'> | undefined>,
): Promise<{ messages: Message[]; note: string | null }> {
  const messages: Message[] = []
  const places: AttachmentPlace[] = []
  const prepared: PreparedAttachment[] = []
  const lost: TurnAttachment[] = []
  for (const { role, content, attachments } of path) {
    if (content === '' && attachments.length === 0) continue
    const parts: string[] = []
    for (const one of attachments) {
      const found = included.has(one.id) ? await load(one) : undefined
      if (found !== undefined) {
        places.push({ message: messages.length, part: parts.length })
        prepared.push({ ...found, report: one })
      } else if (included.has(one.id)) lost.push(one)
      parts.push(found === undefined ? omitted(one) : '')
    }
    if (content !== '') parts.push(content)
    messages.push({
      role,
      content:
        attachments.length === 0 ? content : parts.map((text) => ({ type: 'text' as const, text })),
    })
  }
  const notes = [note, lost.length === 0 ? null : `No longer there: ${namesOf(lost)}.`]
  return {
    messages: withAttachments(messages, places, prepared).map(plain),
    note: notes.filter((one) => one !== null).join(' ') || null,
  }
}

/** As far as rows tell, without the bytes; never less than what the messages turn out to need. */
function requirements(
  path: readonly TurnMessage[],
  included: readonly TurnAttachment[],
): Requirements {
  const texts = path.map(({ role, content }): Message => ({ role, content }))
  const { needs, characters } = requirementsOf(texts, {})
  const omittedOnes = path
    .flatMap(({ attachments }) => attachments)
    .filter((one) => !included.includes(one))
  return {
    needs: { ...needs, images: included.some(({ pictures }) => pictures > 0) },
    characters:
      characters +
      sumOf(included, charactersOf) +
      sumOf(omittedOnes, (one) => countCharacters(omitted(one))),
  }
}

/** Those of the last message, and the latest of the others; the oldest first. */
function withinBounds(path: readonly TurnMessage[]): TurnAttachment[] {
  const last = path.at(-1)
  if (last === undefined) return []
  const fitting = [...last.attachments]
  let characters = countCharacters(last.content) + sumOf(fitting, charactersOf)
  let pictures = sumOf(fitting, (one) => one.pictures)
  for (const { attachments, content } of path.slice(0, -1).reverse()) {
    if (attachments.length === 0) continue
    characters += countCharacters(content)
    for (const one of attachments.toReversed()) {
      characters += charactersOf(one)
      pictures += one.pictures
      if (characters > MAX_PROMPT_CHARACTERS || pictures > MAX_TURN_PICTURES) return fitting
      fitting.unshift(one)
    }
  }
  return fitting
}

function charactersOf({ characters, name, note }: TurnAttachment): number {
  return characters + FRAME_CHARACTERS + 2 * name.length + (note?.length ?? 0)
}

function noteOf(long: readonly TurnAttachment[], unseen: readonly TurnAttachment[]): string | null {
  const notes = [
    ...(long.length === 0
      ? []
      : [`Too long together, so left out of this answer: ${namesOf(long)}.`]),
    ...(unseen.length === 0
      ? []
      : [`Left out of this answer, as this model reads no pictures: ${namesOf(unseen)}.`]),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function namesOf(attachments: readonly TurnAttachment[]): string {
  return attachments.map(({ name }) => name).join(', ')
}

/** In place of an attachment that the model does not get, so that it does not guess. */
function omitted({ name }: TurnAttachment): string {
  return `[The attached file ${JSON.stringify(name)} is not shown here]`
}

/** Content of texts alone is one text, which every model server takes. */
function plain(message: Message): Message {
  const { content } = message
  if (!Array.isArray(content)) return message
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === content.length ? { ...message, content: texts.join('\n\n') } : message
}

function sumOf<item>(items: readonly item[], value: (item: item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
