import { expect, test } from 'bun:test'
import { sampleOf, voiceGroups, voiceName } from '../../public/app/speak/voice-names.ts'

test('voices are listed by their language, with a name that people can say', () => {
  const voice = (id: string, ...languages: string[]) => ({ id, languages })
  const kokoro = {
    engine: 'kokoro',
    label: 'Kokoro',
    models: [],
    voices: [voice('bf_emma', 'en'), voice('af_heart', 'en'), voice('ff_siwis', 'fr')],
    languages: null,
  }
  const piper = { engine: 'piper', label: 'Piper', models: [], voices: [], languages: ['de'] }
  const cloud = {
    engine: 'cloud',
    label: 'Cloud',
    models: [],
    voices: [voice('nova', 'de', 'en')],
    languages: null,
  }
  const shown = voiceGroups([kokoro, piper, cloud]).map(({ title, voices }) => [
    title,
    ...voices.map(({ label }) => label),
  ])
  expect(shown).toEqual([
    ['English', 'Emma · Kokoro', 'Heart · Kokoro'],
    ['French', 'Siwis · Kokoro'],
    ['German', 'Piper'],
    ['Several languages', 'Nova · Cloud'],
  ])
  const espeak = {
    ...kokoro,
    voices: [voice('af', 'af'), voice('en-gb', 'en'), voice('nova', 'nl')],
  }
  expect(voiceGroups([espeak]).flatMap(({ voices }) => voices.map(({ label }) => label))).toEqual([
    ...['Afrikaans', 'Nova', 'British English'],
  ])
  expect(voiceGroups([kokoro])[0]?.voices.map(({ label }) => label)).toEqual(['Emma', 'Heart'])
})

test('the name of a voice is that in its id', () => {
  expect(['de_DE-thorsten-high', 'de-DE-KatjaNeural', 'alloy', 'af_'].map(voiceName)).toEqual([
    'Thorsten high',
    'Katja',
    'Alloy',
    'Af',
  ])
  expect(sampleOf('de-AT')).toStartWith('Guten Morgen')
  expect(sampleOf('xx')).toBe(sampleOf('en'))
})
