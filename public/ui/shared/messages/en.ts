/** What a shared conversation says. */
export type Messages = typeof m

export const m = {
  sharedBy: 'Shared by {from} on {time}, as it was then.',
  sharedByOwner: 'Shared by the owner of this service on {time}, as it was then.',
  sharedOn: 'Shared on {time}, as it was then.',
  readUntil: (time: string) => `It can be read until ${time}.`,
  question: 'Question',
  attachedFiles: 'Attached files',
  answer: 'Answer',
  notShared: 'not shared',
  download: 'Download',
  loading: 'Loading the conversation',
  notAnyMore: 'This conversation is not shared any more',
  linkExpired:
    'The link has expired or was withdrawn, or a part of it is missing. Ask whoever sent it for another one.',
  title: 'Shared conversation',
}
