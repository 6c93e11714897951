export { type Access, decideAccess } from './access.ts'
export { crossesApps, requestedFrom, safeLocation, signinPath } from './requested-location.ts'
export { retryOn401 } from './retry-on-401.ts'
export { createSession, type SessionHolder, type SessionOptions } from './session.ts'
