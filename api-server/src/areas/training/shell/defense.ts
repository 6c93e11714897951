import type { DefenseQuestion } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { areFlagsSolved, findOpenLab } from '../lab-work/index.ts'
import * as queries from './queries.ts'
import { findOpenRehearsal } from './rehearsals.ts'

type NeededDeps = Pick<Deps, 'db'>

/** Maximum number of log lines shown to a learner. */
const MAX_LOG_LINES = 500

/** Cloud log of a learner in a lab, with the question about it. Available after the required flags are solved. */
export async function readLabDefense(
  { db }: NeededDeps,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'labDefense'>> {
  const { lab, begun } = await findOpenLab(db, user, slug)
  const { defense } = lab
  if (!defense) return { ...NOTHING, state: 'none' }
  if (!begun || !(await areFlagsSolved(db, user, slug))) return { ...NOTHING, state: 'closed' }
  const [lines, answer] = await Promise.all([
    queries.listSeenLines(db, user.id, lab.id, MAX_LOG_LINES),
    queries.findAnswer(db, user.id, lab.id),
  ])
  return presentDefense(defense, lines, answer ?? null)
}

function presentDefense(
  defense: DefenseQuestion,
  lines: Accepted<'labDefense'>['lines'],
  answer: Accepted<'labDefense'>['answer'],
): Accepted<'labDefense'> {
  const isRight = answer?.line_right && answer.rule_right
  // Learners who found the flags elsewhere, or long ago, have no matching log line.
  const hasAlarm = lines.some((line) => isAlarm(defense, line))
  return {
    state: hasAlarm || isRight ? 'open' : 'empty',
    question: defense.question,
    rules: defense.rules.map(({ text }) => text),
    lines,
    answer,
    explanation: isRight ? defense.explanation : null,
  }
}

const NOTHING = { question: null, rules: [], lines: [], answer: null, explanation: null }

export async function answerLabDefense(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  answer: Output<'labDefenseAnswer'>,
): Promise<Accepted<'labDefense'>> {
  const { db } = deps
  const { lab } = await findOpenLab(db, user, slug)
  const shown = await readLabDefense(deps, user, slug)
  if (!lab.defense || shown.state === 'none') throw new ApiError('not_found', 'This lab asks nothing about its log.')
  if (shown.state === 'closed') throw stillClosed()
  await queries.saveAnswer(db, { user_id: user.id, lab_id: lab.id, ...judge(lab.defense, shown.lines, answer) })
  return readLabDefense(deps, user, slug)
}

function judge(
  defense: DefenseQuestion,
  lines: Accepted<'labDefense'>['lines'],
  { line_id, rule }: Output<'labDefenseAnswer'>,
) {
  const line = lines.find(({ id }) => id === line_id)
  if (!line) throw invalidField('line_id', 'Choose one of the lines of your log')
  const chosen = defense.rules[rule]
  if (!chosen) throw invalidField('rule', 'Choose one of the rules')
  return { line_id, rule, line_right: isAlarm(defense, line), rule_right: chosen.right }
}

const stillClosed = () =>
  new ApiError('not_earned', 'The log opens once you have solved every required flag of this lab.')

type Judged = Pick<Accepted<'cloudLogLine'>, 'action' | 'resource' | 'identity' | 'error'>

/** Whether a line should have triggered the alarm. */
export const isAlarm = ({ alarms }: DefenseQuestion, { action, resource, identity, error }: Judged): boolean =>
  alarms.some(
    (alarm) =>
      alarm.action.toLowerCase() === action.toLowerCase() &&
      resource.includes(alarm.resource ?? '') &&
      identity.includes(alarm.identity ?? '') &&
      (alarm.refused === undefined || alarm.refused === (error !== null)),
  )

type RehearsalDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Cloud log of a rehearsal, with the question about it. Available after the required flags are found. */
export const readRehearsalDefense = async (deps: RehearsalDeps, key: string) =>
  present(await findOpenRehearsal(deps, key))

/** Judges an answer without saving it, so it may be repeated. */
export async function answerRehearsalDefense(
  deps: RehearsalDeps,
  key: string,
  answer: Output<'labDefenseAnswer'>,
): Promise<Accepted<'labDefense'>> {
  const found = await findOpenRehearsal(deps, key)
  const { state, lines } = present(found)
  const { defense } = found.rehearsed.lab
  if (!defense) throw new ApiError('not_found', 'This lab asks nothing about its log.')
  if (state === 'closed') throw stillClosed()
  return presentDefense(defense, lines, { ...judge(defense, lines, answer), at: deps.clock.now() })
}

function present({
  row: { solved, log },
  rehearsed: { lab, flags },
}: Awaited<ReturnType<typeof findOpenRehearsal>>): Accepted<'labDefense'> {
  if (!lab.defense) return { ...NOTHING, state: 'none' }
  // Steps that are only confirmed are not part of a rehearsal.
  const asked = flags.filter(({ type, required }) => required && type !== 'NOFLAG')
  if (!asked.every(({ slug }) => solved.includes(slug))) return { ...NOTHING, state: 'closed' }
  const seen = log.filter(({ kept }) => kept)
  return presentDefense(
    lab.defense,
    seen.map((line) => ({ ...line, at: new Date(line.at) })),
    null,
  )
}
