import { adminOperations } from '@flagyard/api-types/admin'
import { authOperations } from '@flagyard/api-types/auth/operations'

const { getMySecondFactor, startPasskeyAuthentication, finishPasskeyAuthentication } = authOperations

/** What the console calls: the rows of administrators, and those by which they prove to be who they are. */
export const consoleOperations = {
  ...adminOperations,
  getMySecondFactor,
  startPasskeyAuthentication,
  finishPasskeyAuthentication,
}
