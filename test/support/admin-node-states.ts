import { HOSTILE } from './admin-services.ts'
import type { AdminState } from './admin-states.ts'

const PATH = '/admin/worker-nodes'
const AT = '2026-03-01T10:00:00.000Z'
const LONG = `No server answers at http://127.0.0.1:8080 ${'x'.repeat(120)}`

const engine = (id: string, more: object = {}) => ({
  ...{ id, label: id, models: ['qwen3'], accounts: [`default@${id}`], problem: null, ...more },
})
const node = (name: string, state: string, more: object = {}) => ({
  ...{ name, state, version: '0.1.0', width: 2, running: 0, started_at: AT, seen_at: AT },
  ...{ clock_ahead_seconds: null, engines: [], speech: [], recognisers: [], ...more },
})
const FILLED = {
  ...{ is_shared: true, version: '0.1.0' },
  items: [
    node('busy', 'online', {
      running: 3,
      engines: [
        engine('llama', { label: HOSTILE.label, accounts: ['home@busy', 'work@busy'] }),
        engine('down', {
          models: Array.from({ length: 40 }, (_, i) => `m-${i}`),
          problem: HOSTILE.evidence,
        }),
        engine('empty', { models: [], problem: LONG }),
      ],
      speech: [{ id: 'piper', label: 'Piper', models: ['small'] }],
      recognisers: [{ id: 'whisper', label: 'Whisper', models: [] }],
    }),
    node('clock', 'online', { clock_ahead_seconds: -90 }),
    node('g'.repeat(64), 'lost', { engines: [engine('big')] }),
    node('old', 'refused', { version: '0.0.9' }),
    node('rest', 'stopped'),
  ],
}

/** Every state of the admin page of worker nodes. */
export function nodeStates(): AdminState[] {
  return [
    {
      name: 'Worker nodes: one machine',
      path: PATH,
      isEmpty: true,
      sees: 'text=This machine does all the work',
    },
    {
      name: 'Worker nodes: none has joined',
      path: PATH,
      sees: 'text=No worker node has joined yet',
      answer: { [PATH]: { ...FILLED, items: [] } },
    },
    {
      name: 'Worker nodes: filled',
      path: PATH,
      sees: 'text=It has version 0.0.9 of Hearth, and this service has 0.1.0',
      answer: { [PATH]: FILLED },
    },
    {
      name: 'Worker nodes: asked',
      path: PATH,
      sees: 'dialog[open]',
      act: (page) => page.getByRole('button', { name: 'Forget: rest' }).click(),
      answer: { [PATH]: FILLED },
    },
  ]
}
