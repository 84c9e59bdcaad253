import { expect, test } from 'bun:test'
import { SeenAddresses } from '../../../src/core/tools/seen-addresses.ts'

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

test('with a bound, the first few links of each registered name may be fetched, each once', () => {
  const seen = new SeenAddresses({ linksPerHost: 2 })
  seen.addFrom('See https://a.test/start and https://a.test/other')
  const links = [
    ...[
      'https://a.test/start',
      'https://a.test/1',
      'https://x.a.test/2',
      'https://y.a.test:8443/3',
    ],
    ...['http://b.co.uk/1', 'https://x.b.co.uk/2', 'https://b.co.uk/3', 'https://c.co.uk/1'],
    ...['http://93.184.0.1/1', 'http://93.184.0.1/2', 'http://93.184.0.1/3', 'ftp://d.test/'],
  ]
  const allowed = [
    ...['https://a.test/start', 'https://a.test/1', 'https://x.a.test/2'],
    ...['http://b.co.uk/1', 'https://x.b.co.uk/2', 'https://c.co.uk/1'],
    ...['http://93.184.0.1/1', 'http://93.184.0.1/2'],
  ]
  expect(seen.addFound(links)).toEqual(allowed)
  expect(seen.addFound(links.toReversed())).toEqual(allowed.toReversed())
  expect(seen.find('https://y.a.test:8443/3')).toBeUndefined()
  expect(['https://a.test/other', 'https://a.test/other#x'].map((one) => seen.take(one))).toEqual([
    true,
    false,
  ])
  const many = Array.from({ length: 40 }, (_, at) => `http://[2a01:4f8:${at}::${at + 1}]/`)
  expect(seen.addFound(many)).toEqual(many.slice(0, 2))
  const free = new SeenAddresses()
  expect(free.addFound(links)).toEqual(links.slice(0, -1))
  expect([free.take('https://a.test/1'), free.take('https://a.test/1')]).toEqual([true, true])
})
