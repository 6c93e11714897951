import type { Deps } from '../../deps.ts'
import { listSecrets } from './queries.ts'

export {
  countOpenFlags,
  type FlagRow,
  findHintCost,
  insertAlert,
  insertSolve,
  insertTry,
  takeAttempt,
  type WrongTry,
} from './queries.ts'

/** A lab's flags with their secrets, for authors. */
export const listLabSecrets = ({ db }: Pick<Deps, 'db'>, labId: string) => listSecrets(db, labId)
