export { findPlaceOf } from './queries.ts'
export { openEphemeralRehearsal } from './rehearsal-world.ts'
export { type EphemeralShell, openEphemeralShell } from './service.ts'
export { worldOf } from './world.ts'
