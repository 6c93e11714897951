import { adminOperations } from '@flagyard/api-types/admin'
import { sessionOperations } from '@flagyard/api-types/auth/session-operations'
import { bannerOperations } from '@flagyard/api-types/banners/operations'

const { getMySecondFactor, startPasskeyAuthentication, finishPasskeyAuthentication } = sessionOperations

/** What the console calls: the rows of administrators, those by which they prove to be who they are, and the banners of the site. */
export const consoleOperations = {
  ...adminOperations,
  ...bannerOperations,
  getMySecondFactor,
  startPasskeyAuthentication,
  finishPasskeyAuthentication,
}
