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

test('a scrape tells of the process, and reads no sizes from the heap', async () => {
  const metrics = new Metrics()
  const before = process.cpuUsage()
  const text = await metrics.text()
  const reading = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  expect(reading('process_cpu_seconds_total')).toBeGreaterThanOrEqual(
    (before.user + before.system) / 1_000_000,
  )
  expect(reading('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1000)
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_heap_size_total_bytes',
    'nodejs_heap_size_used_bytes',
  ])
    expect(reading(name)).toBeGreaterThan(1_000_000)
  expect(reading('nodejs_eventloop_lag_seconds')).toBeLessThan(60)
  if (process.platform === 'linux') expect(reading('process_open_fds')).toBeGreaterThan(2)
  // It counts all objects, which halts the service.
  expect(text).not.toContain('nodejs_heap_space')
  // A second scrape has the time of the process, not the sum of both.
  const again = /^process_cpu_seconds_total (.+)$/m.exec(await metrics.text())?.[1]
  const now = process.cpuUsage()
  expect(Number(again)).toBeLessThanOrEqual((now.user + now.system) / 1_000_000)
})
