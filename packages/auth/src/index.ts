export { createImpersonationSession, readImpersonationCode } from './impersonation.ts'
export {
  checkRole,
  isConsolePath,
  requestedFrom,
  safeLocation,
  signinPath,
  withRequestedLocation,
} from './requested-location.ts'
export { createSession, retryOn401, type SessionHolder } from './session.ts'
