import { expect, test } from 'bun:test'
import {
  detectLanguages,
  isSameLanguage,
  primaryLanguage,
} from '../../../src/features/speech/speech-engines.ts'
import sentences from '../../core/speech/declaration-sentences.json'

// Single sentences of the Universal Declaration of Human Rights.

const MIN_RIGHT = 0.95

test('detectLanguages tells the languages of single sentences apart', async () => {
  const wrong: string[] = []
  let count = 0
  for (const [language, texts] of Object.entries(sentences))
    for (const text of texts) {
      count += 1
      const { languages, isCertain } = await detectLanguages(text)
      const [best] = languages
      const isRight = best !== undefined && isSameLanguage(best, language)
      if (!isRight || !isCertain) wrong.push(`${language} taken for ${best}: ${text}`)
    }
  expect(Object.keys(sentences).length).toBeGreaterThanOrEqual(31)
  expect(wrong.length / count, wrong.join('\n')).toBeLessThanOrEqual(1 - MIN_RIGHT)
})

test('detectLanguages knows a language by its script, also in a few words', async () => {
  const texts = {
    これはテストです: 'ja',
    今天天气很好: 'zh',
    '안녕하세요 여러분': 'ko',
    Καλημέρα: 'el',
    'שלום לכולם': 'he',
    สวัสดีครับ: 'th',
    नमस्ते: 'hi',
    Здравствуйте: 'ru',
    Привіт: 'uk',
    متشکرم: 'fa',
    'Сегодня очень хорошая погода': 'ru',
  }
  for (const [text, language] of Object.entries(texts)) {
    const { languages, isCertain } = await detectLanguages(text)
    expect(isCertain).toBe(true)
    expect(isSameLanguage(languages[0] ?? '', language)).toBe(true)
  }
})

test('detectLanguages guesses the language of a few words, and leaves what is not clear open', async () => {
  const guesses = {
    'Où est la gare ?': 'fr',
    'Guten Morgen': 'de',
    'Buenos días': 'es',
    'Tack så mycket': 'sv',
    'Dzień dobry': 'pl',
    Bonjour: 'fr',
    Gracias: 'es',
    'Hello from Hearth.': 'en',
  }
  for (const [text, language] of Object.entries(guesses))
    expect(await detectLanguages(text)).toEqual({ languages: [language], isCertain: false })
  for (const text of [
    'OK',
    'Hello',
    'Hi',
    'Test',
    'Chat',
    'Pizza',
    '12:30',
    '',
    'asdf jkl; asdf jkl; asdf jkl;',
  ])
    expect(await detectLanguages(text)).toEqual({ languages: [], isCertain: false })
})

test('detectLanguages takes English for English in texts as people have them read', async () => {
  const texts = [
    'Please call Stella and ask her to bring these things with her from the store.',
    'Your order #4411 has shipped and will arrive on Tuesday between 9 and 11.',
    'Chapter 3: API keys, OAuth and JSON Web Tokens in practice',
    'John Smith, 42 Wallaby Way, Sydney, New South Wales',
    'Meeting at noon; bring your laptop and the café menu. ¡Olé!',
    '1. Preheat the oven. 2. Mix flour, sugar and eggs. 3. Bake for 40 minutes.',
    'Server started on port 8080; listening for connections',
    'Glomma is the longest river in Norway',
    'Hermione Granger, Albus Dumbledore, Severus Snape',
    'Vladimir Putin met Xi Jinping in Beijing',
    'npm install typescript eslint prettier',
    'Hello world',
    'I love pizza and pasta',
  ]
  for (const text of texts) {
    const { languages, isCertain } = await detectLanguages(text)
    expect({ text, isRefused: isCertain && !languages.includes('en') }).toEqual({
      text,
      isRefused: false,
    })
    expect(['en', undefined]).toContain(languages[0])
  }
})

test('names of one language are the same', () => {
  expect(primaryLanguage('en_GB')).toBe('en')
  expect(primaryLanguage('zh-Hant-TW')).toBe('zh')
  expect(isSameLanguage('nb', 'no')).toBe(true)
  expect(isSameLanguage('en', 'de')).toBe(false)
})
