/**
 * What tests do on the database beside the server. Loaded at the first call: these files bring the tables of the server, which takes a
 * process one to two seconds, and the workers read the files of many tests.
 */
import type { passUntilExam as pass } from '../../api-server/test/fixtures/pass-exam-time.ts'
import type { seatBesideServer as seat } from '../../api-server/test/fixtures/seat-candidates.ts'
import { askForSweep } from '../../api-server/test/servers/beside-server.ts'

/** The server looks at most once a minute at what is due now, so it is asked to. */
export const passUntilExam: typeof pass = async (database, username, minutesBefore) => {
  await (await import('../../api-server/test/fixtures/pass-exam-time.ts')).passUntilExam(
    database,
    username,
    minutesBefore,
  )
  await askForSweep(database, 'exam-room.open')
}

export const seatBesideServer: typeof seat = async (...given) =>
  (await import('../../api-server/test/fixtures/seat-candidates.ts')).seatBesideServer(...given)
