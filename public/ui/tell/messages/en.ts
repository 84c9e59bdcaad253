/** What is said where somebody can be told. */
export type Messages = typeof m

export const m = {
  tellMe: 'Tell me when it is ready',
  told: 'You will be told here. Choose of what under Me.',
  notAllowed: 'The browser does not allow notifications',
}
