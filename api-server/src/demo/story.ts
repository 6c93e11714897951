import type { Secrets } from '../secrets.ts'
import type { Films } from './films.ts'

/** Inputs of the demo's rows. */
export interface Story {
  now: Date
  films: Films
  /** Hash of the password shared by all demo accounts. */
  passwordHash: string
  /** Seals credentials and webhook secrets, each to its row. */
  seal: Secrets['seal']
}
