import type { Documents } from '../../media/contract-documents.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import type { Spool } from '../../storage/contract.ts'
import { ATTACHMENT_LANE, ATTACHMENT_LANE_WIDTH } from './attachment.ts'
import { AttachmentIntake } from './intake.ts'
import { AttachmentPreparation } from './preparation.ts'
import { type FinishedUploads, type StoredFiles, StoredInputs } from './stored-inputs.ts'

interface AttachmentParts {
  spool: Spool
  documents: Documents
  safeFetch: SafeFetch
  files: StoredFiles
  uploads?: FinishedUploads | undefined
  /** Files and folders of the service itself, which nobody may attach. */
  ownPaths: readonly string[]
}

/** Creates what takes attachments in, and what prepares them for a model. */
export function createAttachments({ files, uploads, spool, ownPaths, ...rest }: AttachmentParts) {
  const inputs = new StoredInputs({ files, uploads })
  return {
    name: 'attachments',
    lanes: { [ATTACHMENT_LANE]: ATTACHMENT_LANE_WIDTH },
    intake: new AttachmentIntake({ inputs, spool, ownPaths }),
    preparation: new AttachmentPreparation({ inputs, spool, ...rest }),
  }
}
