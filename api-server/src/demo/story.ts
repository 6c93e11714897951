import type { Films } from './films.ts'

/** Inputs of the demo's rows. */
export interface Story {
  now: Date
  films: Films
  /** Hash of the password shared by all demo accounts. */
  passwordHash: string
  /** Seals an account's credentials to its row. */
  seal(rowId: string, text: string): string
}
