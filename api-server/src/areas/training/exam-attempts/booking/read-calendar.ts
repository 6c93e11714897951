import { paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExamBySlug } from '../../../catalogue/exams/service.ts'
import { listAttempts } from '../attempts/attempt-queries.ts'
import { calendarFile } from './calendar.ts'

export async function readCalendar({ db, config }: Pick<Deps, 'db' | 'config'>, user: CurrentUser, slug: string) {
  const { id, title } = await findExamBySlug(db, slug)
  const [attempt] = await listAttempts(db, user.id, id)
  if (!attempt?.scheduled_at || !attempt.terms) throw new ApiError('not_found', 'You have no date for this exam.')
  const { calendar_sequence, scheduled_at, terms } = attempt
  const url = config.publicUrl + paths.examroom(slug)
  const event = { id: attempt.id, calendar_sequence, at: scheduled_at, seconds: terms.seconds, title, url }
  return calendarFile({ ...event, isCancelled: attempt.state === 'void' })
}
