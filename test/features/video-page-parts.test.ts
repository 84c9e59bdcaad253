import { expect, test } from 'bun:test'
import { creditsOfListening, fileName } from '../../public/app/video/facts.ts'
import {
  addressAt,
  guessAction,
  isPlaylist,
  webAddress,
} from '../../public/app/video/web-address.ts'

test('an address is found as people type and paste it, and in nothing else', () => {
  const found: Record<string, string | undefined> = {
    'https://a.test/x?y=1#z': 'https://a.test/x?y=1#z',
    ' youtu.be/abcdefghijk ': 'https://youtu.be/abcdefghijk',
    'example.org': 'https://example.org',
    'bücher.example:8080/a': 'https://bücher.example:8080/a',
    'See <https://a.test/x> there': 'https://a.test/x',
    '@blender': 'https://www.youtube.com/@blender',
    nowhere: undefined,
    'two words.': undefined,
    'ftp://a.test/': undefined,
    'javascript:alert(1)': undefined,
    'https://': undefined,
    '': undefined,
  }
  for (const [text, address] of Object.entries(found)) expect(webAddress(text)).toBe(address)
})

test('what is likely wanted is guessed from the address', () => {
  const guesses: Record<string, ReturnType<typeof guessAction>> = {
    'https://www.youtube.com/watch?v=abc&list=PL1': 'video',
    'https://m.youtube.com/shorts/abc': 'video',
    'https://youtu.be/abcdefghijk?t=3': 'video',
    'https://www.youtube.com/playlist?list=PL1': 'list',
    'https://www.youtube.com/@blender/videos': 'list',
    '@blender': 'list',
    'https://www.youtube.com/results?search_query=x': 'page',
    'https://vimeo.com/76979871': 'video',
    'https://vimeo.com/about': 'page',
    'https://soundcloud.com/ann/sets/one': 'list',
    'https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d': 'video',
    'https://example.org/talk.mp3': 'transcript',
    'https://notyoutube.com/watch?v=abc': 'page',
    'https://example.org/watch': 'page',
    '': 'page',
  }
  for (const [text, action] of Object.entries(guesses)) expect(guessAction(text)).toBe(action)
  expect(isPlaylist('https://www.youtube.com/playlist?list=PL1')).toBe(true)
  expect(isPlaylist('https://www.youtube.com/@blender')).toBe(false)
})

test('times lead into a video where its site has a way to say them', () => {
  expect(addressAt('https://www.youtube.com/watch?v=a&t=1', 90.7)).toBe(
    'https://www.youtube.com/watch?v=a&t=90s',
  )
  expect(addressAt('https://vimeo.com/1', 5)).toBe('https://vimeo.com/1#t=5s')
  expect(addressAt('https://example.org/', 5)).toBeUndefined()
  expect(addressAt('javascript://youtube.com/%0aalert(1)', 5)).toBeUndefined()
})

test('listening costs a credit for each half of a minute that has started', () => {
  expect([0, 30, 30.5, 3_600].map(creditsOfListening)).toEqual([1, 1, 2, 120])
})

test('a title becomes a name that every system takes for a file', () => {
  expect(fileName('a/b: "c"\n* ')).toBe('a b c')
  expect(fileName('???')).toBe('page')
  expect(fileName('😀'.repeat(80))).toBe('😀'.repeat(60))
})
