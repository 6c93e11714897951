export { startHeartbeat } from './heartbeat.ts'
export { listProcesses } from './queries.ts'
