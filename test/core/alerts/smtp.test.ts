import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import type { Alert } from '../../../src/core/alerts/alert-channel.ts'
import { Smtp } from '../../../src/core/alerts/create-channels.ts'
import { Delivery } from '../../../src/core/alerts/delivery.ts'
import { mailServer } from '../../support/mail-server.ts'

const ALERT: Alert = {
  id: 'alr_0123456789abcdefghijkl',
  at: '2026-09-21T13:33:20.000Z',
  kind: 'account_quota',
  subject: 'Kontingent für home ist leer',
  message: 'Bis 17 Uhr\n.\nMehr nicht',
}

/** A host name that resolves to loopback, but does not look like a private address. */
const FAR = '0.0.0.0'

function channel(url: string) {
  return new Smtp({
    url,
    from: 'Hearth <hearth@home.example>',
    to: ['ann@x.example', 'b@y.example'],
  })
}

function soon() {
  return AbortSignal.timeout(60_000)
}

test('a mail arrives over STARTTLS with a login', async () => {
  await using server = await mailServer()
  await channel(`smtp://hearth%40home:pass%3Aword%2F1@127.0.0.1:${server.port}`).send(ALERT, soon())
  const [mail] = server.mails
  expect(mail).toMatchObject({
    from: 'hearth@home.example',
    to: ['ann@x.example', 'b@y.example'],
    secure: true,
    user: 'hearth@home',
  })
  expect(mail?.text).toContain('Subject: =?UTF-8?Q?Hearth=3A_Kontingent_f=C3=BCr_home')
  expect(mail?.text).toContain(`Message-ID: <${ALERT.id}@hearth>`)
  expect(mail?.text).toContain('Bis 17 Uhr\r\n.\r\nMehr nicht')
  expect(mail?.text).toContain('Auto-Submitted: auto-generated')
})

test('a mail arrives over implicit TLS, without a login', async () => {
  await using server = await mailServer({ secure: true })
  await channel(`smtps://127.0.0.1:${server.port}`).send(ALERT, soon())
  expect(server.mails).toMatchObject([{ secure: true, user: undefined }])
})

test('a private relay needs neither TLS nor login', async () => {
  await using server = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
  await channel(`smtp://localhost:${server.port}`).send(ALERT, soon())
  expect(server.mails).toMatchObject([{ secure: false }])
})

test('a password is not sent to a public server without TLS', async () => {
  await using server = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  })
  const sending = channel(`smtp://hearth%40home:pass%3Aword%2F1@${FAR}:${server.port}`)
  await expect(sending.send(ALERT, soon())).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.mails).toEqual([])
})

test('a public server needs a valid certificate', async () => {
  await using server = await mailServer()
  const sending = channel(`smtp://hearth%40home:pass%3Aword%2F1@${FAR}:${server.port}`)
  await expect(sending.send(ALERT, soon())).rejects.toMatchObject({ code: 'ESOCKET' })
  expect(server.mails).toEqual([])
})

test('a wrong password is logged by its codes only', async () => {
  await using server = await mailServer()
  const failed = Promise.withResolvers<string>()
  const keep = (fields: object) => failed.resolve(Bun.inspect(fields))
  const delivery = new Delivery({
    channels: [channel(`smtp://hearth%40home:wrong-topsecret@127.0.0.1:${server.port}`)],
    log: { debug: keep, info: keep, warn: keep, error: keep, flush() {} },
  })
  delivery.send(ALERT)
  const line = await failed.promise
  await delivery.stop()
  expect(line).toContain('EAUTH 535')
  expect(line).not.toMatch(/topsecret|password-of-the-owner|127\.0\.0\.1/)
})

test('a silent server is given up when the signal aborts', async () => {
  const closed = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {}).on('close', () => closed.resolve())
    socket.resume()
    connected.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = new AbortController()
  const sending = channel(`smtp://127.0.0.1:${port}`).send(ALERT, stop.signal)
  await connected.promise
  stop.abort()
  await expect(sending).rejects.toThrow()
  await closed.promise
  server.close()
})
