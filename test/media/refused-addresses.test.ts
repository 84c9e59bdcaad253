import { expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { isPublicAddress } from '../../src/platform/networks.ts'
import { thrown } from '../support/thrown.ts'

const BOUNDS = { maxBytes: 1_000, deadlineMs: 60_000 }

/** Spellings of hosts that are not on the public internet. */
const PRIVATE_HOSTS = [
  // Loopback, and what URL parsers make into it.
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1'],
  ...['0x7F.0x0.0x0.0x1', '0177.0.0.1', '017700000001', '00000177.0.0.01', '127.0.0.1.'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost', 'local\u00adhost', 'LocalHost。'],
  ...['0', '0.0.0.0', '0x0', '00', '0.1.2.3', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]'],
  // Private, link-local, shared, and addresses of clouds that tell secrets.
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777'],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '169.254.43518',
    '100.64.0.1',
    '100.100.100.200',
  ],
  ...['100.127.255.255', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]'],
  // Special: protocols, documentation, tests, multicast, reserved, broadcast.
  ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255'],
  ...['192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...[
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[5f00::1]',
    '[4000::1]',
  ],
  // IPv4 within IPv6: mapped, compatible, 6to4, Teredo, NAT64, translated, ISATAP.
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:8.8.8.8]'],
  ...['[::127.0.0.1]', '[::7f00:1]', '[2002:7f00:1::]', '[2002:808:808::1]', '[2001::1]'],
  ...['[2001:0:53aa:64c:0:fffe:f5ff:fffe]', '[64:ff9b::7f00:1]', '[64:ff9b::808:808]'],
  ...['[64:ff9b:1::10.0.0.1]', '[::ffff:0:127.0.0.1]', '[2a00:1450:4001:0:0:5efe:10.0.0.1]'],
  ...['[2a00:1450:4001::200:5efe:a00:1]', '[3ffe::1]'],
]

test('a download from any spelling of an address that is not public is refused', async () => {
  let connections = 0
  using server = Bun.listen({
    hostname: '0.0.0.0',
    port: 0,
    socket: { open: () => void connections++, data() {} },
  })
  const safe = new PinnedFetch()
  const own = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))
    .filter((address) => !address.includes('%'))
  const outcomes = await Promise.all(
    [...PRIVATE_HOSTS, ...own].map(async (host) => {
      const error = await thrown(safe.fetch(`http://${host}:${server.port}/`, BOUNDS))
      return [host, Reflect.get(Object(error), 'code')]
    }),
  )
  expect(outcomes.filter(([, code]) => code !== 'address_refused')).toEqual([])
  expect(connections).toBe(0)
})

test('a download takes http and https URLs only, without credentials and to ports of the web', async () => {
  const safe = new PinnedFetch()
  const codeOf = async (url: string) =>
    Reflect.get(Object(await thrown(safe.fetch(url, BOUNDS))), 'code')
  const refused = [
    ...['', 'example.com', '//8.8.8.8/', 'http://', 'http://256.1.1.1/', 'http://1.2.3.4.5/'],
    `http://8.8.8.8/${'x'.repeat(9_000)}`,
    `http://${'a.'.repeat(130)}test/`,
    ...['http://[fe80::1%25eth0]/', 'http://[::1', 'http://a b/', 'http://ex%00ample/'],
    ...['file:///etc/passwd', 'ftp://8.8.8.8/', 'gopher://8.8.8.8/', 'data:text/plain,x'],
    ...['blob:http://8.8.8.8/x', 'javascript:0', 'ws://8.8.8.8/', 'unix:///run/x', 's3://bucket/x'],
    ...['http://user@8.8.8.8/', 'http://user:secret@8.8.8.8/', 'http://8.8.8.8@8.8.4.4/'],
    ...['http://8.8.8.8:0/', 'http://8.8.8.8:22/', 'http://8.8.8.8:25/', 'https://8.8.8.8:6667/'],
  ]
  const codes = await Promise.all(refused.map(async (url) => [url, await codeOf(url)]))
  expect(codes.filter(([, code]) => code !== 'invalid')).toEqual([])
})

test('public addresses are those of servers on the internet', () => {
  const publicOnes = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111']
  expect(publicOnes.filter((address) => !isPublicAddress(address))).toEqual([])
  const others = ['example.com', '', '8.8.8', '0x8.8.8.8', '010.8.8.8', '2606:4700::1111%eth0']
  expect(others.filter(isPublicAddress)).toEqual([])
})
