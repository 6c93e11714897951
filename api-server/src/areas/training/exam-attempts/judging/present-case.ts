import type { Accepted } from '@flagyard/api-types/contract/operation'
import { ANSWER_DAYS } from '@flagyard/api-types/exam-attempts/timing'
import { DAY_MS } from '../../../../integrations/clock.ts'
import type { CaseRow } from './conduct-queries.ts'

/** Deadline for the candidate's answer. Before it, an unanswered case cannot be decided against them. */
export const answerUntil = ({ created_at }: Pick<CaseRow, 'created_at'>) =>
  new Date(created_at.getTime() + ANSWER_DAYS * DAY_MS)

export const presentCase = (row: CaseRow): Accepted<'conductCase'> => ({
  id: row.id,
  state: row.state,
  evidence: row.evidence,
  created_at: row.created_at,
  answer: row.answer,
  answered_at: row.answered_at,
  answer_until: answerUntil(row),
  decision: row.decision,
  decided_at: row.decided_at,
})
