export { openEphemeralRehearsal } from './rehearsal-world.ts'
export { type EphemeralShell, openEphemeralShell } from './service.ts'
export { readWorldOf } from './world.ts'
