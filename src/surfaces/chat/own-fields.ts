import { Type } from '@sinclair/typebox'
import { AttachmentReport } from '../../core/attachments/attachment.ts'

/** A field of its own name, which clients of every dialect pass over. */
export const OWN_FIELDS = {
  hearth: Type.Optional(
    Type.Object(
      { attachments: Type.Array(AttachmentReport) },
      {
        $id: 'ChatOwnFields',
        description: 'What was read of each attachment, where there are any',
      },
    ),
  ),
}

/** The field of an answer with these attachments; without any there is none. */
export function ownFields(attachments: readonly AttachmentReport[] | undefined) {
  return attachments === undefined ? {} : { hearth: { attachments } }
}
