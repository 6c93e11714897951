export { findPlaceOf } from './queries.ts'
export { openPassingRehearsal } from './rehearsal-world.ts'
export { openPassingShell, type PassingShell } from './service.ts'
export { worldOf } from './world.ts'
