import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part, patternString } from '../../platform/settings.ts'
import { isHttpUrl } from '../../platform/urls.ts'

const CONTACT_EXPLANATION =
  'a mail address or an https:// address, at most 200 characters without spaces and parentheses'

/** How pages of the web are read. */
export const WebSettings = closedObject(
  {
    /** Whether the rules of sites for programs are left aside. */
    ignore_robots: Type.Boolean({ default: false }),
    /** How sites can reach the owner; part of `User-Agent`, where a parenthesis would end it. */
    contact: Type.Optional(
      patternString("^[!-'*-\\[\\]-~]+$", CONTACT_EXPLANATION, { maxLength: 200 }),
    ),
  },
  { default: {} },
)

/** The issue of a contact that nobody can be reached by. */
export function webIssues({ contact }: Part<Static<typeof WebSettings>>): Issue[] {
  if (contact === undefined || isContact(contact)) return []
  return [issue(['web', 'contact'], `expected ${CONTACT_EXPLANATION}`)]
}

function isContact(text: string): boolean {
  return text.startsWith('https://') ? isHttpUrl(text) : /^[^@/:]+@[^@/:]+$/.test(text)
}
