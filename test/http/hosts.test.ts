import { expect, test } from 'bun:test'
import { hostname, networkInterfaces } from 'node:os'
import { Hosts, ownNames } from '../../src/http/server/origins.ts'

function hosts(...listening: readonly string[]) {
  return new Hosts({ local_hosts: [], listening })
}

test('ownNames() are the host name and the same under .local', () => {
  expect(ownNames('Study')).toEqual(['study', 'study.local'])
  expect(ownNames('study.local')).toEqual(['study.local'])
  expect(ownNames('study.home.example.')).toEqual(['study.home.example', 'study.local'])
  expect(ownNames('localhost')).toEqual(['localhost'])
})

test('Hosts answers for the machine’s own names, and for its addresses where it listens on all', () => {
  const names = ownNames(hostname())
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))
  for (const host of ['0.0.0.0', '::']) {
    const all = hosts(host)
    for (const name of [...names, ...addresses]) expect(all.allows(`${name}:8787`)).toBe(true)
  }
  const one = hosts('127.0.0.1')
  for (const name of names) expect(one.allows(name)).toBe(true)
})

test('Hosts answers for no foreign name or address, wherever it listens', () => {
  const label = ownNames(hostname())[0]
  const foreign = ['203.0.113.99', '[2001:db8::99]', `${label}.evil.example`, 'evil.local']
  for (const listening of ['127.0.0.1', '0.0.0.0', '::'])
    for (const name of foreign) expect(hosts(listening).allows(`${name}:8787`)).toBe(false)
})
