import type { Static } from '@sinclair/typebox'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import type { Collection, Passage } from './knowledge.ts'
import type { SourceRow } from './knowledge-store.ts'
import { reasonSentence, reasonWords } from './reasons.ts'
import type { CollectionView, PassageView, SourceItem } from './schema.ts'
import { noteOf } from './source-readers.ts'
import { addressOf } from './tools.ts'

export function collectionView(
  {
    id,
    name,
    isOwn,
    owner,
    isShared,
    members,
    createdAt,
    folder,
    folderState,
    ...counts
  }: Collection,
  ownerName: (owner: string) => string | null,
): Static<typeof CollectionView> {
  return {
    id,
    name,
    own: isOwn,
    owner_name: ownerName(owner),
    shared: isShared,
    members: isOwn ? members : 0,
    sources: counts.sources,
    passages: counts.pieces,
    passages_by_meaning: counts.embedded ?? null,
    waiting: counts.waiting,
    failed: counts.failed,
    folder: folder === null || !isOwn ? null : folderView(folder.path, folderState),
    created_at: timeView(createdAt),
  }
}

function folderView(
  path: string,
  state: Collection['folderState'],
): NonNullable<Static<typeof CollectionView>['folder']> {
  return {
    path,
    error: state?.error === undefined ? null : reasonSentence(state.error),
    error_code: state?.error?.reasonCode ?? null,
    files: state?.files ?? 0,
    skipped_count: state?.skippedCount ?? 0,
    skipped: (state?.skipped ?? []).map(({ path, why }) => ({
      path,
      reason: reasonWords(why),
      reason_code: why.reasonCode,
    })),
    looked_at: timeOrNullView(state?.walkedAt ?? null),
  }
}

export function sourceView(row: SourceRow): Static<typeof SourceItem> {
  const { id, kind, state, note, characters, pieces, createdAt, readAt } = row
  return {
    id,
    kind,
    // That of a note which was renamed is in the index a moment later.
    title: kind === 'note' ? noteOf(row.body ?? '').title : row.title,
    state: state === 'deleting' ? 'waiting' : state,
    error: state === 'failed' ? reasonSentence(row) : null,
    error_code: state === 'failed' ? row.reasonCode : null,
    note,
    characters,
    passages: pieces,
    created_at: timeView(createdAt),
    read_at: timeOrNullView(readAt),
  }
}

export function passageView(passage: Passage): Static<typeof PassageView> {
  const { seq, source, collectionName, heading, page, seconds, text, excerpt } = passage
  const { id, kind, title, collectionId } = source
  return {
    number: seq,
    collection: { id: collectionId, name: collectionName },
    source: { id, kind, title },
    heading,
    page,
    seconds,
    text,
    excerpt,
    url: addressOf(passage),
  }
}

/** Where what a passage was read from is opened at its place; null where its reader may not. */
export function originalOf({ source, page, seconds, anchor, isOwn }: Passage): string | null {
  const { id, kind, ref, collectionId } = source
  switch (kind) {
    case 'file':
    case 'local_file':
      return `/api/knowledge/${collectionId}/sources/${id}/file${page === null ? '' : `#page=${page}`}`
    case 'page':
      return ref
    case 'transcript':
      return isOwn ? `/app/transcribe/${ref}?at=${Math.floor(seconds ?? 0)}` : null
    case 'conversation':
      return isOwn ? `/app/c/${ref}${anchor === null ? '' : `?message=${anchor}`}` : null
    case 'note':
      return null
  }
}

/** Where the page on which a passage stands is a picture; null for none. */
export function pictureOf({ seq, source, page }: Passage): string | null {
  const { kind, title, collectionId } = source
  const isDrawn =
    (kind === 'file' || kind === 'local_file') && page !== null && /\.pdf$/i.test(title)
  return isDrawn ? `/api/knowledge/${collectionId}/passages/${seq}/picture` : null
}
