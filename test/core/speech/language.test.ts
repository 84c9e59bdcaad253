import { expect, test } from 'bun:test'
import { isSameLanguage, languagesOf, primaryLanguage } from '../../../src/core/speech/language.ts'

test('languagesOf knows a language by its script, also in a few words', async () => {
  const texts = {
    これはテストです: 'ja',
    今天天气很好: 'zh',
    '안녕하세요 여러분': 'ko',
    Καλημέρα: 'el',
    'שלום לכולם': 'he',
    สวัสดีครับ: 'th',
    नमस्ते: 'hi',
  }
  for (const [text, language] of Object.entries(texts))
    expect((await languagesOf(text)).some((one) => isSameLanguage(one, language))).toBe(true)
  expect(await languagesOf('Сегодня очень хорошая погода')).toContain('ru')
})

test('languagesOf knows Latin languages by a sentence, and leaves short or mixed texts open', async () => {
  const german = 'Die Sitzung beginnt um zehn Uhr im großen Saal.'
  const french = 'Il fait très beau aujourd’hui à Paris, et nous allons au marché.'
  expect(await languagesOf(german)).toEqual(['de'])
  expect(await languagesOf(french)).toEqual(['fr'])
  for (const text of ['OK', 'Hello world', 'Hallo', '12:30', 'I love pizza and pasta'])
    expect(['en', undefined]).toContain((await languagesOf(text))[0])
})

test('languagesOf takes English for English in texts as people have them read', async () => {
  const texts = [
    'Please call Stella and ask her to bring these things with her from the store.',
    'Your order #4411 has shipped and will arrive on Tuesday between 9 and 11.',
    'Chapter 3: API keys, OAuth and JSON Web Tokens in practice',
    'John Smith, 42 Wallaby Way, Sydney, New South Wales',
    'Meeting at noon; bring your laptop and the café menu. ¡Olé!',
    '1. Preheat the oven. 2. Mix flour, sugar and eggs. 3. Bake for 40 minutes.',
    'Server started on port 8080; listening for connections',
    'Glomma is the longest river in Norway',
  ]
  for (const text of texts) expect(['en', undefined]).toContain((await languagesOf(text))[0])
})

test('names of one language are the same', () => {
  expect(primaryLanguage('en_GB')).toBe('en')
  expect(primaryLanguage('zh-Hant-TW')).toBe('zh')
  expect(isSameLanguage('nb', 'no')).toBe(true)
  expect(isSameLanguage('en', 'de')).toBe(false)
})
