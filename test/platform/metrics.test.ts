import { expect, test } from 'bun:test'
import { Metrics } from '../../src/platform/metrics.ts'

const MODEL_CALL = { surface: 'chat', engine: 'local', outcome: 'succeeded' }

test('every scrape has every answer and model call before it', async () => {
  const metrics = new Metrics()
  let answered = 0
  for (const further of [1, 250]) {
    for (let index = 0; index < further; index += 1) metrics.request('/health', 200, 0.001)
    metrics.modelCall({ ...MODEL_CALL, queueMs: 1, firstTextMs: 2 })
    answered += further
    const text = await metrics.text()
    expect(text).toContain(
      `\nhearth_http_requests_total{route="/health",status="200"} ${answered}\n`,
    )
    expect(text).toContain(`\nhearth_http_request_seconds_count{route="/health"} ${answered}\n`)
  }
  const text = await metrics.text()
  expect(text).toContain(
    '\nhearth_model_calls_total{surface="chat",engine="local",outcome="succeeded"} 2\n',
  )
  expect(text).toContain('\nhearth_queue_wait_seconds_count 2\n')
  expect(text).toContain('\nhearth_model_first_text_seconds_count{engine="local"} 2\n')
})

test('a call without text has no time to its first text', async () => {
  const metrics = new Metrics()
  metrics.modelCall({ ...MODEL_CALL, queueMs: 1, firstTextMs: undefined })
  expect(await metrics.text()).not.toContain('hearth_model_first_text_seconds_count{')
})
