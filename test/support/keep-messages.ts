import type { Services } from '../../src/services.ts'

/** Keeps a conversation of one branch, as if it had been written: questions and answers in turn. */
export function keepMessages(
  { stores, now }: Pick<Services, 'stores' | 'now'>,
  owner: string,
  { id, title }: { id: string; title: string },
  texts: readonly string[],
): void {
  const at = now()
  stores.conversations.insert({
    ...{ id, title, owner, isTitled: true, folderId: null, pinnedAt: null },
    ...{ createdAt: at, updatedAt: at },
  })
  for (const [index, content] of texts.entries()) {
    const isAnswer = index % 2 === 1
    stores.messages.insert({
      ...{ id: `${id}_${index}`, conversationId: id, content, status: 'complete' },
      parentId: index === 0 ? null : `${id}_${index - 1}`,
      role: isAnswer ? 'assistant' : 'user',
      ...(isAnswer ? { model: 'auto', answeredBy: 'local/m' } : { model: null, answeredBy: null }),
      ...{ errorCode: null, errorDetail: null, note: null, thoughts: null, thoughtMs: null },
      ...{ createdAt: at, finishedAt: at },
    })
  }
}
