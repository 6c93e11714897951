import { adminOperations } from '@flagyard/api-types/admin'
import { sessionOperations } from '@flagyard/api-types/auth/session-operations'
import { bannerOperations } from '@flagyard/api-types/banners/operations'

const { getMySecondFactor, startPasskeyAuthentication, finishPasskeyAuthentication } = sessionOperations

/** Operations used by the console: those of administrators, second-factor verification and site banners. */
export const consoleOperations = {
  ...adminOperations,
  ...bannerOperations,
  getMySecondFactor,
  startPasskeyAuthentication,
  finishPasskeyAuthentication,
}
