import { NO_SHOW_MINUTES, PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import type { AttemptState } from '../../../../db/schema/index.ts'
import { MAX_FAILED_BUILDS } from '../../../clouds/deployments/index.ts'
import { type ExamClock, millisecondsLeft } from './exam-clock.ts'

/** Seconds between the end of an exam's time and the end of the attempt, so that requests sent at the last moment still reach a running exam. */
const GRACE_SECONDS = 5
/** Maximum number of days for which pending extra points keep a result open. */
const PROVISIONAL_DAYS = 7

/** Facts that determine the next step of an attempt. */
export interface AttemptSituation {
  state: AttemptState
  scheduled_at: Date | null
  checked_in_at: Date | null
  /** Time at which the environment first ran. */
  ready_at: Date | null
  decided_at: Date | null
  clock: ExamClock
  /** `none` before the first build and after an environment has ended. */
  environment: 'none' | 'building' | 'running'
  failed_builds: number
  /** Nothing is built for a disabled account. */
  candidate_disabled: boolean
  has_pending_points: boolean
  /** A conduct case is open: the result waits for its decision, for as long as it takes. */
  is_under_review: boolean
}

export type Step = 'prepare' | 'build' | 'record_ready' | 'start' | 'miss' | 'finish' | 'stop' | 'resume' | 'decide'

/** The step that is due now, or null. Depends only on the rows and the time, so steps missed during an outage are caught up on, each exactly once. */
export function dueStep(situation: AttemptSituation, now: Date): Step | null {
  switch (situation.state) {
    case 'scheduled':
      return isPast(situation.scheduled_at, -PREPARE_MINUTES * MINUTE, now) ? 'prepare' : null
    case 'preparing':
      return stepOfPreparing(situation, now)
    case 'active':
      return stepOfActive(situation, now)
    case 'provisional':
      if (situation.is_under_review) return null
      return !situation.has_pending_points || isPast(situation.decided_at, PROVISIONAL_DAYS * DAY, now)
        ? 'decide'
        : null
    default:
      return null
  }
}

function stepOfPreparing(situation: AttemptSituation, now: Date): Step | null {
  const { environment, ready_at, scheduled_at, checked_in_at } = situation
  if (environment === 'none') return mayBuild(situation) ? 'build' : null
  if (environment === 'building') return null
  if (!ready_at) return 'record_ready'
  if (checked_in_at) return isPast(scheduled_at, 0, now) ? 'start' : null
  return isPast(laterOf(scheduled_at, ready_at), NO_SHOW_MINUTES * MINUTE, now) ? 'miss' : null
}

function stepOfActive(situation: AttemptSituation, now: Date): Step | null {
  const { clock, environment } = situation
  if (isPast(clock.ends_at, GRACE_SECONDS * 1000, now)) return 'finish'
  if (environment !== 'running' && !clock.stopped_at && millisecondsLeft(clock, now) > 0) return 'stop'
  if (environment === 'none') return mayBuild(situation) ? 'build' : null
  if (environment === 'running' && clock.stopped_at && !clock.stopped_by_hand) return 'resume'
  return null
}

const mayBuild = ({ failed_builds, candidate_disabled }: AttemptSituation) =>
  failed_builds < MAX_FAILED_BUILDS && !candidate_disabled

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const isPast = (moment: Date | null, offset: number, now: Date) =>
  moment !== null && now.getTime() >= moment.getTime() + offset

const laterOf = (a: Date | null, b: Date) => (a && a > b ? a : b)
