/** The version of this service and of its command-line client; a test compares it with package.json. */
export const VERSION = '0.1.0'

/** How Hearth names itself to other servers, with how its owner can be reached where that is known. */
export function userAgent(contact?: string): string {
  return contact === undefined ? `Hearth/${VERSION}` : `Hearth/${VERSION} (+${contact})`
}
