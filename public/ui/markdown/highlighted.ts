/** What a piece of code is; each has a colour. */
export type Scope = 'keyword' | 'string' | 'comment' | 'number' | 'name' | 'deletion'

export interface Highlighted {
  text: string
  scope: Scope | undefined
}
