/** What the parts of the frame say that are loaded when they are first wanted. */
export type Messages = typeof m

export const m = {
  goTo: 'Go to',
  typeLetters: 'Type a few letters',
  pagesAndConversations: 'Pages and conversations',
  nothingFound: 'Nothing has these letters.',
  shortcuts: 'Shortcuts',
  singleKeys: 'Shortcuts of one key, such as {key}',
  showMore: 'Show more',
}
