export { hasExam } from './has-exam.ts'
export { openAttempt } from './open-attempt.ts'
