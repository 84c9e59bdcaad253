interface Entry {
  page: string
  title: string
  url: string
  text: string
}

/** The places that answer a question best, at most `limit`. */
export function search<entry extends Entry>(
  index: readonly entry[],
  question: string,
  limit?: number,
): entry[]
