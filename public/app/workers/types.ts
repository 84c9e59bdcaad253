import type { components } from '../../ui/api-types.ts'

/** A job in the list, without what it has done. */
export type ListedWorkerJob = components['schemas']['ListedWorkerJob']
/** A job with what it has done. */
export type WorkerJob = components['schemas']['WorkerJob']
/** A file that a job leaves. */
export type WorkerArtifact = components['schemas']['WorkerArtifact']
/** All that the tool of a step has said. */
export type StepOutput = components['schemas']['WorkerStepOutput']
/** What this person may start, and what is left today. */
type Offer = components['schemas']['WorkerOffer']
export type WorkerProfile = Offer['items'][number]
export type WorkerBudget = Offer['budget']
