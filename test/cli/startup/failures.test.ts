import { expect, test } from 'bun:test'
import { bindFailure } from '../../../src/cli/startup/failures.ts'
import { BindError } from '../../../src/http/server/listeners.ts'

test.each(['ENOENT', 'EINVAL', 'ENXIO', 'ENOTFOUND'])(
  'a name without an address is told as such, also by %s',
  async (code) => {
    const cause = Object.assign(new Error(`${code}: listen`), { code })
    expect(await bindFailure(new BindError('300.1.1.1', 8787, code, cause))).toBe(
      'Cannot listen on 300.1.1.1:8787: no address is known by that name, so choose another HOST',
    )
  },
)

test('an address that cannot be used for another reason is told with the reason of the system', async () => {
  const cause = Object.assign(new Error('EINVAL: invalid argument, listen'), { code: 'EINVAL' })
  expect(await bindFailure(new BindError('fe80::1', 8787, 'EINVAL', cause))).toBe(
    'Cannot listen on [fe80::1]:8787: EINVAL: invalid argument, listen',
  )
})

test.each([
  [8787, 8788],
  [65_535, 65_534],
])('for the taken port %i the port %i is proposed', async (taken, proposed) => {
  const failure = await bindFailure(new BindError('127.0.0.1', taken, 'EADDRINUSE', undefined))
  expect(failure).toEndWith(`choose another port: PORT=${proposed}`)
})
