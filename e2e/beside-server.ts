/**
 * What tests do on the database beside the server. Loaded at the first call: these files bring the tables of the server, which takes a
 * process one to two seconds, and the workers read the files of many tests.
 */
import type { passUntilExam as pass } from '../api-server/test/fixtures/pass-exam-time.ts'
import type { seatBesideServer as seat } from '../api-server/test/fixtures/seat-candidates.ts'

export const passUntilExam: typeof pass = async (...given) =>
  (await import('../api-server/test/fixtures/pass-exam-time.ts')).passUntilExam(...given)

export const seatBesideServer: typeof seat = async (...given) =>
  (await import('../api-server/test/fixtures/seat-candidates.ts')).seatBesideServer(...given)
