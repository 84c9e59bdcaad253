/** Tests of what a service does with engines, by surface, which must pass wherever the engines are. */
export const SURFACES: Readonly<Record<string, readonly string[]>> = {
  chat: [
    ...surface('chat', 'chat-attachments', 'chat-calls', 'chat-dialects', 'chat-disconnect'),
    ...surface('conversations', 'conversation-attachments', 'model-aliases', 'engine-errors'),
    ...surface('responses', 'responses-background', 'responses-bounds', 'responses-failures'),
    ...surface('responses-items', 'code-chat', 'code-disconnect', 'responses-code'),
  ],
  jobs: surface(
    ...['job-full-disk', 'job-list', 'job-pieces', 'job-recovery', 'job-routes', 'job-stages'],
    ...['job-streams', 'queue-cancel', 'reauthorize', 'translation-jobs'],
  ),
  admission: surface(
    'engine-lanes',
    'expected-wait',
    'lease-order',
    'load',
    'rate-limits',
    'timing',
  ),
  generate: surface('generate', 'generate-attachments', 'generate-jobs'),
  agent: surface('agent', 'agent-jobs', 'skills'),
  speech: surface('speech', 'speech-page-parts', 'media-engines'),
  transcription: surface('transcripts', 'video-transcripts', 'subtitles', 'video-captions'),
  workers: surface(
    ...['worker', 'worker-acceptance', 'worker-attachments', 'worker-budgets', 'worker-engines'],
    ...['worker-folders', 'worker-offer', 'worker-permissions', 'worker-revoked'],
  ),
  compatibility: ['test/compatibility'],
}

function surface(...names: string[]): string[] {
  return names.map((name) => `test/features/${name}.test.ts`)
}

/** A test that says what differs by design where the engines are on other machines. */
interface Difference {
  /** Part of its name. */
  name: string
  reason: string
}

/** Beside them, engines that answer beside the others (`parallel`) stay in process in these tests. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'DELETE /api/ai/agent/{job_id} aborts the model call',
    reason: 'the answer to the cancellation may come before the other machine has heard of it',
  },
  {
    name: 'the owner sees, checks, clears and switches a recogniser off as any engine',
    reason: 'a recogniser of a worker node is not in the settings of this machine',
  },
]
