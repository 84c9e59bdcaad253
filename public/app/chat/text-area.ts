/** Makes a text field as high as its text, up to what the style allows. */
export function fit(area: HTMLTextAreaElement | null): void {
  if (area === null) return
  area.style.height = 'auto'
  // With its border, where it has one.
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}

/** Whether a key sends the text: on a phone it starts a line, and the button sends. */
export function isSendKey({ key, shiftKey, isComposing }: KeyboardEvent): boolean {
  // Enter also ends the composition of a character.
  return key === 'Enter' && !shiftKey && !isComposing && !hasCoarsePointer()
}

/** Whether a field that gets the focus opens a keyboard on the screen. */
export function hasCoarsePointer(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
