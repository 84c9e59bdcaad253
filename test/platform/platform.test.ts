import { expect, test } from 'bun:test'
import { parseJsonAnswer } from '../../src/core/json-schema/response-schema.ts'
import {
  inNetworks,
  isPrivateAddress,
  normalizeAddress,
  parseNetwork,
} from '../../src/platform/networks.ts'
import { maskAddresses, redact } from '../../src/platform/redact.ts'
import { countCharacters, withoutFence } from '../../src/platform/subprocess.ts'
import { fastest } from '../support/fastest.ts'

test('countCharacters() counts code points', () => {
  const texts = ['', 'plain', 'é', '👩‍👩‍👧', 'a\ud800b', '\ud83d', '𝒳𝒴', 'mixed 👍 text é']
  for (const text of texts) expect(countCharacters(text)).toBe([...text].length)
})

test('networks treat mapped IPv6 as IPv4 and reject short forms', () => {
  const networks = ['192.168.1.0/24', 'fd00::/8'].map(parseNetwork)
  expect(inNetworks(networks, '::ffff:192.168.1.7')).toBe(true)
  expect(inNetworks(networks, 'fd12::1')).toBe(true)
  expect(inNetworks(networks, '192.168.2.7')).toBe(false)
  expect(normalizeAddress('127.1')).toBeUndefined()
  expect(normalizeAddress('2130706433')).toBeUndefined()
  expect(normalizeAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
})

test('private addresses are those that are not routed on the internet', () => {
  const open = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '0.0.0.0', 'example']
  const closed = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '::1',
    'fd00::1',
    'fe80::1%eth0',
    '100.64.0.1',
  ]
  expect(open.filter(isPrivateAddress)).toEqual([])
  expect(closed.filter((address) => !isPrivateAddress(address))).toEqual([])
})

test('redact() removes every kind of secret and keeps the rest', () => {
  const secrets = [
    'hth_0123456789abcdefghij',
    'hcd_0123456789abcdefghij',
    'sk-ant-REDACTED',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.abcdef',
    'Bearer abcdefgh12345678',
    '"x-api-key":"topsecretvalue1"',
    'http://h/?token=topsecretvalue2&x=1',
    'http://user:topsecretvalue3@h/',
    'Cookie: hearth=topsecretvalue4',
  ]
  const clean = redact(secrets.join(' | '))
  expect(clean).not.toMatch(/0123456789abcdef|api03|eyJ|abcdefgh1234|topsecret/)
  expect(redact('GET /v1/models answered 200 in 3 ms')).toBe('GET /v1/models answered 200 in 3 ms')
})

test('redact() removes tokens of Google and GitHub, and complete or partial JSON Web Tokens', () => {
  const part = 'A1b2C3d4E5f6G7h8I9j0'
  const secrets = [
    `ya29.a0Af${part}.${part}`,
    `1//0g${part}-L9`,
    `4/0A${part}`,
    `GOCSPX-${part}`,
    ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => `${kind}_${part}`),
    `github_pat_${part}_${part}`,
    `eyJ${part}.eyJ${part}.${part}`,
    `eyJ${part}`,
  ]
  for (const secret of secrets)
    for (const text of [secret, `"${secret}"`, `token ${secret}, and`, `x=${secret}&y`])
      expect(redact(text)).not.toContain(part)
  for (const plain of ['1/2 of it', 'page 4/01', 'https://h/1/0', 'ya29', 'eyJ'])
    expect(redact(plain)).toBe(plain)
})

test('redact() runs in linear time on hostile texts', () => {
  const size = 200_000
  for (const piece of [
    '?key',
    '&token?',
    'eyJaaaaaaaa-',
    '//a:b',
    'ya29.',
    '1//0',
    'cookie:',
    'a@b.',
  ])
    for (const text of [
      piece.repeat(size / piece.length),
      `?${piece.repeat(size / piece.length)}`,
    ]) {
      const linear = fastest(() => text.replace(/\S/g, ''))
      // Quadratic time is a thousand times as long; a busy machine compiles one of the two later.
      expect(fastest(() => maskAddresses(redact(text)))).toBeLessThan(linear * 100)
    }
})

test('maskAddresses() keeps the first letter and the domain', () => {
  expect(
    maskAddresses('Signed in as ada.lovelace+x@mail.example.test, not as b@example.test.'),
  ).toBe('Signed in as a***@mail.example.test, not as b***@example.test.')
  expect(maskAddresses('?login=ada%40example.test ünal@büro.test')).toBe(
    '?login=a***@example.test ü***@büro.test',
  )
  expect(maskAddresses('…...ada@example.test <_b@c.test>')).toBe(
    '…...a***@example.test <_b***@c.test>',
  )
  for (const plain of ['claude-code@2.1.197', 'a @ b', '@scope/name', 'x@localhost'])
    expect(maskAddresses(plain)).toBe(plain)
})

test('withoutFence() removes a code fence around the whole text only', () => {
  const json = '{"a":"```\\n"}'
  for (const fenced of [
    `\`\`\`json\n${json}\n\`\`\``,
    ` \n\`\`\` json \r\n\n  ${json}\`\`\`\n`,
    `\`\`\`\n${json}\n\`\`\``,
  ])
    expect(withoutFence(fenced)).toBe(json)
  const others = [json, 'a\n```\n{}\n```', '```js\n{}\n```', '```json\n{}', '```\n``', '``````', '']
  for (const other of others) expect(withoutFence(other)).toBe(other)
})

test('withoutFence() runs in linear time on 1 MB that is almost a fence', () => {
  const size = 1_000_000
  const hostile = [
    `\`\`\`${'\n'.repeat(size)}x`,
    `\`\`\`json${' '.repeat(size)}x`,
    `\`\`\`\n${'\n```x'.repeat(size / 5)}`,
    `${' '.repeat(size)}x`,
  ]
  for (const text of hostile) {
    const linear = fastest(() => text.replace(/\s/g, ''))
    // Quadratic time is a million times as long.
    expect(fastest(() => parseJsonAnswer(text))).toBeLessThan(linear * 100)
  }
})
