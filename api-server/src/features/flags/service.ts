import type { Deps } from '../../deps.ts'
import { listSecrets } from './queries.ts'

export { countOpenFlags, type FlagRow, findHintCost, insertAlert, insertSolve, insertTry } from './queries.ts'

/** The flags of a lab with their secrets, for those who write labs. */
export const listLabSecrets = ({ db }: Pick<Deps, 'db'>, labId: string) => listSecrets(db, labId)
