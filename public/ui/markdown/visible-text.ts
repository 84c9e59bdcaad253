/** Control characters as their pictures, so that they can do nothing and are seen. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, (sign) =>
    String.fromCharCode(0x2400 + sign.charCodeAt(0)),
  )
}
