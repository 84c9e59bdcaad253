import { EventLoopYielder } from '../platform/event-loop-yielder.ts'
import type { ByteSource } from '../storage/contract.ts'

/** A file of a person's archive. */
export interface ArchiveEntry {
  /** Path in it, of names from {@link archiveName}. */
  name: string
  /** UTC milliseconds. */
  at: number
  bytes: number
  /** Undefined where the bytes are lost. Read to its end, or not at all. */
  open: () => Promise<ByteSource | undefined>
}

/** Data of one kind that belongs to people, for their archive. */
export interface PersonalData {
  kind: string
  /** How many things it is about, for the progress. */
  count(owner: string): number
  /** The files, each a part of the thing that its number says, from 1. */
  entries(owner: string): AsyncIterable<ArchiveEntry & { thing: number }>
}

const MAX_NAME_CHARACTERS = 60

/** A text as the name of a file, on every system. */
export function archiveName(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '_')
  const characters = [...name]
  if (characters.length <= MAX_NAME_CHARACTERS) return name || '_'
  // The end says what a file is.
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return `${characters.slice(0, MAX_NAME_CHARACTERS - ending.length).join('')}${ending}`
}

/** A file of text, in pieces that are made between turns of the event loop. */
export async function textEntry(
  name: string,
  at: number,
  pieces: Iterable<string>,
): Promise<ArchiveEntry> {
  const yielder = new EventLoopYielder()
  const chunks: Uint8Array[] = []
  for (const piece of pieces) {
    chunks.push(new TextEncoder().encode(piece))
    await yielder.pause()
  }
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { name, at, bytes, open: async () => each(chunks) }
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
