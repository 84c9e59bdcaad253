import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { ByteSource } from '../../storage/contract.ts'
import type { History } from './history.ts'
import type { WholeHistoryEntry } from './history-entry.ts'
import type { HistoryStore } from './history-store.ts'

/** Opens the bytes of a clip, by its name; undefined when they are gone. */
export type OpenClip = (
  name: string,
) => Promise<{ bytes: number; stream: () => Promise<ByteSource> } | undefined>

/** The history for the archive of its owner: texts, subtitles and clips, each with all that is known. */
export function personalHistory(
  store: HistoryStore,
  history: History,
  openClip: OpenClip,
): PersonalData {
  return {
    kind: 'history',
    count: (owner) => store.ofOwner(owner).length,
    async *entries(owner) {
      let thing = 0
      for (const { seq } of store.ofOwner(owner)) {
        thing += 1
        const row = store.bySeq(seq)
        if (row === undefined) continue
        const entry = history.get(owner, row.id)
        const name = `history/${dayOf(row.createdAt)} ${archiveName(row.title)} ${row.id.slice(-6)}`
        const file = (ending: string, text: string) =>
          textEntry(`${name}.${ending}`, row.createdAt, [text])
        yield { thing, ...(await file('json', `${JSON.stringify(viewOf(entry), null, 1)}\n`)) }
        if (entry.text !== '') yield { thing, ...(await file('txt', entry.text)) }
        if (entry.kind === 'translation' && entry.data.srt !== undefined)
          yield { thing, ...(await file('srt', entry.data.srt)) }
        if (entry.kind !== 'speech') continue
        const clip = await openClip(entry.data.clip)
        yield {
          thing,
          name: `${name}.${entry.data.format}`,
          at: row.createdAt,
          bytes: clip?.bytes ?? 0,
          open: async () => await clip?.stream(),
        }
      }
    },
  }
}

function viewOf({ createdAt, expiresAt: _, text: _text, ...entry }: WholeHistoryEntry): object {
  return { ...entry, createdAt: new Date(createdAt).toISOString() }
}
