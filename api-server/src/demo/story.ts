import type { Films } from './films.ts'

/** What the rows of the demo are made from. */
export interface Story {
  now: Date
  films: Films
  /** Of the password of every account in the demo. */
  passwordHash: string
  /** Seals an account's credentials to its row. */
  seal(rowId: string, text: string): string
}
