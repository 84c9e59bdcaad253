import { ApiError, api, send } from './api.ts'
import { boot } from './boot.ts'
import { forgetDrafts } from './own-drafts.ts'

/** Names who is signed in, for the other tabs of this browser. */
const NAME = 'signed-in'
const SIGNED_OUT_PAGE = '/login?signed_out=1'

/**
 * Leaves this page when another person has signed in, or this one has signed out, in another tab:
 * otherwise it would go on to show what is of somebody else, and would send in their name. Called
 * once.
 */
export function followPerson(): void {
  try {
    localStorage.setItem(NAME, boot.id)
  } catch {
    // Without storage, no tab knows of the others.
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === NAME) follow(newValue)
  })
  // A page that "back" brings from memory has missed what happened meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow(localStorage.getItem(NAME))
  })
}

function follow(id: string | null): void {
  if (id === boot.id) return
  if (id !== null) {
    window.location.reload()
    return
  }
  forgetDrafts()
  window.location.replace(SIGNED_OUT_PAGE)
}

/** Ends the session of this browser, with all that it has kept of the person. @throws {ApiError} */
export async function signOut(): Promise<void> {
  try {
    await send(api.POST('/logout'))
  } catch (error) {
    // The session has ended elsewhere, which is what was asked for.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  forgetDrafts()
  localStorage.removeItem(NAME)
  window.location.replace(SIGNED_OUT_PAGE)
}
