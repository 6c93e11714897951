import { adminOperations } from '@flagyard/api-types/admin'
import { sessionOperations } from '@flagyard/api-types/auth/session-operations'

const { getMySecondFactor, startPasskeyAuthentication, finishPasskeyAuthentication } = sessionOperations

/** What the console calls: the rows of administrators, and those by which they prove to be who they are. */
export const consoleOperations = {
  ...adminOperations,
  getMySecondFactor,
  startPasskeyAuthentication,
  finishPasskeyAuthentication,
}
