/** What is said where somebody can be notified. */
export type Messages = typeof m

export const m = {
  notifyMe: 'Notify me when it is ready',
  notified: 'You will be notified here. Choose of what under Me.',
  notAllowed: 'The browser does not allow notifications',
}
