import { expect, test } from 'bun:test'
import { ClientFailure, TemporaryFailure, UsageFailure } from '../../src/client/failure.ts'
import { requireSecureUrl, serviceUrl } from '../../src/client/service.ts'
import { thrown } from '../support/thrown.ts'

test('serviceUrl() drops query and fragment and adds the default scheme', async () => {
  const table: Record<string, string> = {
    'https://hearth.example/': 'https://hearth.example',
    'HTTPS://Hearth.Example:443/house//?q=1#top': 'https://hearth.example/house',
    'http://127.0.0.1:8787': 'http://127.0.0.1:8787',
    'hearth.example': 'https://hearth.example',
    'hearth.example:8443': 'https://hearth.example:8443',
    'hearth.local:8787': 'http://hearth.local:8787',
    'localhost:8787': 'http://localhost:8787',
    '192.168.1.5:8787': 'http://192.168.1.5:8787',
    '[::1]:8787': 'http://[::1]:8787',
    '93.184.216.34': 'https://93.184.216.34',
  }
  for (const [given, kept] of Object.entries(table))
    expect([given, serviceUrl(given)]).toEqual([given, kept])
  for (const text of ['ftp://a', 'https://me:secret@a', 'https://', 'file:///etc/hosts', 'a b'])
    expect([text, await thrown(Promise.try(() => serviceUrl(text)))]).toEqual([
      text,
      expect.any(UsageFailure),
    ])
})

test('plain http is allowed for private addresses only, https for any', async () => {
  const house = [
    'http://127.0.0.1:1',
    'http://localhost:1',
    'http://[::1]:1',
    'http://192.168.1.5',
    'http://10.0.0.1',
    'http://100.64.0.9',
    'http://[fd00::1]',
    'http://hearth.local',
    'http://hearth.home.arpa',
    'https://93.184.216.34',
  ]
  for (const url of house) await requireSecureUrl(url)
  for (const url of [
    'http://93.184.216.34:8787',
    'http://[2606:2800:220:1::1]',
    'http://172.32.0.1',
  ]) {
    const failure = await thrown(requireSecureUrl(url))
    expect([url, failure]).toEqual([url, expect.any(ClientFailure)])
    expect(String(failure)).toContain(`use https://${new URL(url).host}, or --insecure`)
  }
  const unknown = await thrown(requireSecureUrl('http://nobody.invalid'))
  expect(unknown).toEqual(expect.any(TemporaryFailure))
})
