import { fakeEngine, hanging, saying } from './engines.ts'
import { submitKey } from './key-sign-in.ts'
import { startService, type TestService } from './service.ts'

/** A service with jobs of each kind, another session and a conversation. */
export async function startWithJobs(): Promise<TestService> {
  const engine = fakeEngine('local', (turn, signal) =>
    JSON.stringify(turn.messages).includes('HANG')
      ? hanging()(turn, signal)
      : saying('A title')(turn, signal),
  )
  const service = startService({ engines: [engine] })
  const { asOwner } = service
  await asOwner('POST', '/api/ai/agent', { task: 'title', input: 'x' })
  const made = await asOwner('POST', '/api/ai/agent', { task: 'title', input: 'x', async: true })
  await (await asOwner('GET', `${made.headers.get('location')}/events`)).text()
  await asOwner('POST', '/api/ai/generate', { prompt: 'HANG on', async: true })
  await asOwner('POST', '/api/conversations', {})
  await submitKey(service, {})
  return service
}
