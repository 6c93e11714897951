export { openAttempt } from './open-attempt.ts'
