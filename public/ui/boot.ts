/** What the page's document says of its reader. */
interface Boot {
  /** Of the person. */
  id: string
  name: string
  isAdmin: boolean
  /** Whether one of their browsers is told what is ready. */
  isNotified: boolean
}

function readBoot(): Boot {
  const value: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? '{}')
  const { id, name, isAdmin, isNotified } = Object(value)
  return {
    id: String(id ?? ''),
    name: String(name ?? ''),
    isAdmin: isAdmin === true,
    isNotified: isNotified === true,
  }
}

/** Who is signed in. */
export const boot: Boot = readBoot()

/** The account of whoever has signed in with the Primary Key. */
export const PRIMARY_USER_ID = 'usr_primary'
