/** What the page's document says of its reader. */
interface Boot {
  /** Of the person. */
  id: string
  name: string
  isAdmin: boolean
  /** Whether one of their browsers is told what is ready. */
  isNotified: boolean
  /** What the page asks first, answered with the document: the bodies by the path with its query. */
  answers: Map<string, unknown>
}

function readBoot(): Boot {
  const value: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? '{}')
  const { id, name, isAdmin, isNotified, answers } = Object(value)
  return {
    id: String(id ?? ''),
    name: String(name ?? ''),
    isAdmin: isAdmin === true,
    isNotified: isNotified === true,
    answers: new Map(Object.entries(Object(answers))),
  }
}

/** Who is signed in. */
export const boot: Boot = readBoot()

/** The account of whoever has signed in with the Primary Key. */
export const PRIMARY_USER_ID = 'usr_primary'
