import { Type } from '@sinclair/typebox'

/** Of a resumable upload. */
export const UploadId = Type.String({
  pattern: '^upl_[A-Za-z0-9_-]{22}$',
  examples: ['upl_Xd2LGSy6Hg_Yx2AaQiwqvQ'],
})
