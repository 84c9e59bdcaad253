import { expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { otherUrls, ownUrl } from '../../src/http/server/addresses.ts'

const INTERFACES = {
  lo: [{ address: '127.0.0.1', internal: true }],
  eth0: [
    { address: '203.0.113.7', internal: false },
    { address: '192.168.1.4', internal: false },
    { address: 'fd12::4', internal: false },
    { address: 'fe80::1', internal: false },
  ],
  docker0: [{ address: '172.17.0.1', internal: false }],
}

test('otherUrls() gives what others can type, private addresses first', () => {
  expect(otherUrls('0.0.0.0', 8787, INTERFACES, false)).toEqual([
    'http://192.168.1.4:8787',
    'http://203.0.113.7:8787',
  ])
  expect(otherUrls('::', 80, INTERFACES, false)).toEqual([
    'http://192.168.1.4',
    'http://[fd12::4]',
    'http://203.0.113.7',
  ])
  expect(otherUrls('127.0.0.1', 8787, INTERFACES, true)).toEqual([])
})

test('otherUrls() names the machine only where a responder makes its name known', () => {
  const label = hostname().toLowerCase().split('.', 1)[0]
  const local = label === 'localhost' ? [] : [`http://${label}.local:8787`]
  expect(otherUrls('0.0.0.0', 8787, {}, true)).toEqual(local)
})

test('ownUrl() is one that this machine can open', () => {
  expect(ownUrl('0.0.0.0', 8787)).toBe('http://127.0.0.1:8787')
  expect(ownUrl('::1', 8787)).toBe('http://[::1]:8787')
})
