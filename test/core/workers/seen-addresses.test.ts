import { expect, test } from 'bun:test'
import { SeenAddresses } from '../../../src/core/workers/seen-addresses.ts'

function seenIn(text: string): SeenAddresses {
  const seen = new SeenAddresses()
  seen.addFrom(text)
  return seen
}

test('addresses of a text count without the signs of the sentence around them', () => {
  const seen = seenIn(
    'Read https://a.test/x, (https://b.test/y) and <https://c.test/z?q=1#part>. See [d](https://d.test/w_(v)).',
  )
  for (const address of [
    'https://a.test/x',
    'https://b.test/y',
    'https://c.test/z?q=1',
    'HTTPS://C.test:443/z?q=1#other',
    'https://d.test/w_(v)',
  ])
    expect([address, seen.find(address) !== undefined]).toEqual([address, true])
})

test('an address is fetched in the form that was seen, without a fragment of the model', () => {
  const seen = seenIn('See https://a.test/app#/prices and https://b.test/x')
  expect(
    [
      'https://a.test/app#/prices',
      'https://a.test/app#secret',
      'https://a.test/app',
      ' HTTPS://B.test:443/\nx#all=secret',
    ].map((address) => seen.find(address)),
  ).toEqual([
    'https://a.test/app#/prices',
    'https://a.test/app',
    'https://a.test/app',
    'https://b.test/x',
  ])
})

test('no address can be made of one that was seen', () => {
  const seen = seenIn('https://a.test/x?id=1')
  for (const address of [
    'https://a.test/',
    'https://a.test/x',
    'https://a.test/x?id=1&data=secret',
    'https://a.test/x?id=12',
    'https://a.test/x/secret?id=1',
    'https://secret.a.test/x?id=1',
    'https://user:secret@a.test/x?id=1',
    'http://a.test/x?id=1',
    'https://a.test:8443/x?id=1',
    'ftp://a.test/x?id=1',
    'file:///etc/passwd',
    'a.test/x?id=1',
    'https://a.test./x?id=1',
    'https://a.test/x?id=1 secret',
    'https://a.test/%78?id=1',
    'https://a.test/x/../secret?id=1',
    'https://xn--a-ecp.test/x?id=1',
    'https://a.test\\@evil.test/x?id=1',
    'javascript:alert(1)',
  ])
    expect([address, seen.find(address)]).toEqual([address, undefined])
})
