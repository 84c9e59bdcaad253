import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Changes } from './changes.ts'

/** A mail server on loopback with one user; records its mails, decoded. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: { text: string; from: string; to: string[]; secure: boolean; user: unknown }[] = []
  const changes = new Changes()
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'hearth@home' && password === 'pass:word/1') done(null, { user: username })
      else done(new Error('Wrong user or password-of-the-owner'))
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        mails.push({
          text: Buffer.concat(chunks).toString(),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure,
          user,
        })
        changes.notify()
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = Promise.withResolvers<void>()
  const listener = server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const address = listener.address()
  return {
    mails,
    /** Resolves when so many have come. */
    async until(count: number) {
      await changes.until(() => mails.length >= count)
      return mails
    },
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
