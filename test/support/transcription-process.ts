import type { JobView as Job } from '../../src/features/shared/job-view.ts'
import { pickEvents } from './pick.ts'
import { asOwner, jobOf, type Process } from './process.ts'
import { PRIMARY_KEY } from './service.ts'
import type { WhisperServer } from './whisper-server.ts'

/** Settings of a service with one recogniser. */
export function recogniserToml({ url }: WhisperServer): string {
  return `[[transcription_engines]]\nid = "whisper"\nadapter = "openai-http"\nbase_url = "${url}"\n`
}

/** Sends a recording to a service that runs as a process. */
export async function postRecording(
  { url }: Process,
  recording: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<Job> {
  const answer = await fetch(`${url}/transcribe?filename=${encodeURIComponent(name)}`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${PRIMARY_KEY}` }, body: recording },
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return jobOf(answer)
}

/** The records of a job until its end. */
export async function recordsOf({ url }: Process, { job_id: id }: Job): Promise<Job[]> {
  return pickEvents(await asOwner(url, 'GET', `/jobs/${id}/events`))
}
