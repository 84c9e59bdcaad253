import { expect, test } from 'bun:test'
import { chooseTrack } from '../../../src/features/video/read-captions.ts'
import type { CaptionTrack } from '../../../src/media/contract-video.ts'

/** Tracks by their tags; those of speech recognition with an asterisk. */
function chosen(tags: string, wanted?: string, spoken?: string): string | undefined {
  const captions = tags.split(' ').map((tag): CaptionTrack => {
    const isAutomatic = tag.endsWith('*')
    return { language: tag.replace('*', ''), kind: isAutomatic ? 'automatic' : 'native' }
  })
  const details = spoken === undefined ? { captions } : { captions, language: spoken }
  const track = chooseTrack(details, wanted)
  if (track === undefined) return undefined
  // Readers find the track by its identity.
  expect(captions).toContain(track)
  return track.language + (track.kind === 'automatic' ? '*' : '')
}

test('chooseTrack takes the asked language only, people before speech recognition', () => {
  const cases: [tags: string, wanted: string, found: string | undefined][] = [
    ['en de fr', 'de', 'de'],
    ['de* de', 'de', 'de'],
    ['de* en', 'de', 'de*'],
    ['pt-PT pt pt-BR', 'pt-BR', 'pt-BR'],
    ['pt-PT pt', 'pt-br', 'pt'],
    ['pt-PT pt_BR*', 'pt-BR', 'pt-PT'],
    ['en-US en-GB', 'en', 'en-US'],
    ['zh-Hans zh-TW', 'zh-Hant', 'zh-TW'],
    ['zh-Hans', 'zh-Hant', 'zh-Hans'],
    ['iw', 'he', 'iw'],
    ['deu', 'de', 'deu'],
    ['en-eEY6OEpapPo', 'en', 'en-eEY6OEpapPo'],
    ['en fr*', 'de', undefined],
    ['dex', 'de', undefined],
    ['live_chat', 'li', undefined],
  ]
  for (const [tags, wanted, found] of cases)
    expect([tags, wanted, chosen(tags, wanted, 'en')]).toEqual([tags, wanted, found])
})

test('chooseTrack takes what is spoken, and translations by people where there is nothing else', () => {
  const cases: [tags: string, spoken: string | undefined, found: string | undefined][] = [
    ['ar de en-US', 'en', 'en-US'],
    ['ar de en*', 'en', 'en*'],
    ['ar en', 'de', 'en'],
    ['ar fr', 'de', 'ar'],
    ['ar fr*', 'de', 'ar'],
    ['fr* en*', 'de', 'en*'],
    ['ar en de*', undefined, 'de*'],
    ['ar en de de*', undefined, 'de'],
    ['ar en de* fr*', undefined, 'en'],
    ['ar', undefined, 'ar'],
    ['live_chat', undefined, undefined],
  ]
  for (const [tags, spoken, found] of cases)
    expect([tags, spoken, chosen(tags, undefined, spoken)]).toEqual([tags, spoken, found])
  expect(chooseTrack({ captions: [] }, undefined)).toBeUndefined()
})
