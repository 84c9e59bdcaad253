/** Tests of what a service does with engines, which must pass wherever the engines are. */
export const FILES: readonly string[] = [
  // Chats.
  ...['chat', 'chat-attachments', 'chat-calls', 'chat-dialects', 'chat-disconnect'],
  ...['conversations', 'conversation-attachments', 'model-aliases', 'engine-errors'],
  ...['responses', 'responses-background', 'responses-bounds', 'responses-failures'],
  ...['responses-items', 'code-chat', 'code-disconnect', 'responses-code'],
  // Jobs and their admission.
  ...['job-full-disk', 'job-list', 'job-pieces', 'job-recovery', 'job-routes', 'job-stages'],
  ...['job-streams', 'queue-cancel', 'reauthorize', 'translation-jobs', 'engine-lanes'],
  ...['expected-wait', 'lease-order', 'load', 'rate-limits', 'timing'],
  ...['generate', 'generate-attachments', 'generate-jobs', 'agent', 'agent-jobs', 'skills'],
  // Speech and recordings.
  ...['speech', 'speech-page-parts', 'media-engines'],
  ...['transcripts', 'video-transcripts', 'subtitles', 'video-captions'],
  // Workers.
  ...['worker', 'worker-acceptance', 'worker-attachments', 'worker-budgets', 'worker-engines'],
  ...['worker-folders', 'worker-offer', 'worker-permissions', 'worker-revoked'],
]
  .map((name) => `test/features/${name}.test.ts`)
  .concat('test/compatibility')

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
