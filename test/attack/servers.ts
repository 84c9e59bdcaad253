import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import type { Driver } from './driver.ts'
import { faultOf, type HostileCase, runHostile } from './hostile.ts'
import { startRawServer } from './raw-server.ts'
import { serverAnswers } from './server-answers.ts'

/** Of one answer; an engine that is silent costs it once. */
const TIMEOUT_SECONDS = 5

/** Model servers that answer with all that a server can do wrong, asked for streams and for whole answers. */
export const servers: Driver = {
  name: 'servers',
  async run(context) {
    const answers = serverAnswers()
    await using server = await startRawServer(answers)
    const names = Object.keys(answers)
    // An engine for each case and form, as one that has failed is left alone for a while.
    const engines = names.flatMap((name) => [engineOf(name, false), engineOf(name, true)])
    const toml = engines
      .map(
        ({ id, name }) =>
          `[[engines]]\nid = "${id}"\nadapter = "openai-http"\nbase_url = "${server.url}/${name}/v1"\nmodels = ["m"]\nparallel = 1\ntimeout_seconds = ${TIMEOUT_SECONDS}\n`,
      )
      .join('\n')
    const cases = engines.map(({ id, name, isStream }): HostileCase => {
      const body = { model: id, messages: [{ role: 'user', content: 'Hi' }], stream: isStream }
      return {
        name: `${name}${isStream ? ' (stream)' : ''}`,
        attack: async ({ url }, signal) => {
          const asked = send(url, PRIMARY_KEY, 'POST', '/v1/chat/completions', body)
          const answer = await asked
          signal.addEventListener('abort', () => void answer.body?.cancel().catch(() => undefined))
          const fault = await faultOf(answer)
          return server.asked.has(name) ? fault : `the server was not asked: ${answer.status}`
        },
      }
    })
    return await runHostile({ context, service: { toml }, cases, width: 2 })
  },
}

function engineOf(name: string, isStream: boolean) {
  const id = `${name.replaceAll('-', '_')}${isStream ? '_s' : ''}`
  return { id, name, isStream }
}
