import type { ReadChat } from './dialect.ts'

type ChatMessages = ReadChat['input']['messages']

/**
 * A chat with a note in the place of each picture and file, for paths that take text only. A refusal
 * would end the session of a code assistant: the file stays in what it sends with each later turn.
 */
export function withoutFiles(chat: ReadChat): ReadChat {
  if (chat.attached.length === 0) return chat
  const notes = new Map(
    chat.attached.map(({ requested, place }) => [
      `${place.message}/${place.part}`,
      'isImage' in requested && requested.isImage ? noteOf('picture') : noteOf('file'),
    ]),
  )
  const messages = chat.input.messages.map((message, index): ChatMessages[number] => {
    const { content } = message
    if (!Array.isArray(content)) return message
    const texts = content.map((part, at) => notes.get(`${index}/${at}`) ?? textOf(part))
    return { ...message, content: texts.join('\n\n') }
  })
  return { ...chat, input: { ...chat.input, messages }, attached: [] }
}

function noteOf(what: 'picture' | 'file'): string {
  return `[A ${what} was left out here: this path takes text only]`
}

function textOf(part: Extract<ChatMessages[number]['content'], readonly unknown[]>[number]) {
  return part.type === 'text' ? part.text : noteOf('picture')
}
