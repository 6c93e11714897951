import type { Deps } from '../../../../deps.ts'
import { clientNetwork } from '../../../../limits/client-network.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { returnAttempt } from '../../../../limits/queries.ts'

const WINDOW_SECONDS = 300
/** Maximum number of wrong passwords for one name from one network. Attempts from other networks never lock the owner out. */
const MAX_FAILURES = 10
/** Maximum number of names with a wrong password from one network: high enough for a shared classroom network, low for an attacker who tries many names. */
const MAX_NAMES = 120

/**
 * Counts a sign-in as failed before the password is checked, so that parallel guesses count too, and throws 429 above the limits. `succeeded`
 * undoes it, so that correct passwords never count, however many come from one network.
 */
export async function countSignIn(deps: Pick<Deps, 'db' | 'clock'>, login: string, address: string) {
  const network = clientNetwork(address)
  const name = `signin:name:${login.trim().toLowerCase()}:${network}`
  const names = `signin:names:${network}`
  const { count } = await consumeAttempt(deps, name, MAX_FAILURES, WINDOW_SECONDS)
  if (count === 1) await consumeAttempt(deps, names, MAX_NAMES, WINDOW_SECONDS)
  return {
    async succeeded() {
      if ((await returnAttempt(deps.db, name)) === 0) await returnAttempt(deps.db, names)
    },
  }
}
