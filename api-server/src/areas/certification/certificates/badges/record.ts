import { createHash } from 'node:crypto'
import type { Timeline } from '@flagyard/record-verifier/timeline'
import type { Deps } from '../../../../deps.ts'
import { readTimeline } from '../../../training/exam-attempts/index.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets'>

/**
 * Parts of the exam record of a certificate, from the coarsest to the finest: passed, band, full. As in RFC 9901, each is a salted text whose digest is
 * in the badge. Salts are derived, so that a badge stays the same text. Undefined for a certificate without an exam attempt.
 */
export async function readDisclosures(
  { db, secrets }: NeededDeps,
  { id, attempt_id }: { id: string; attempt_id: string | null },
): Promise<string[] | undefined> {
  if (!attempt_id) return undefined
  const keyed = (text: string) => secrets.hmac('exam-record', `${id}\n${text}`).toString('base64url')
  const timeline = await readTimeline(db, attempt_id, (flagId) => keyed(`flag ${flagId}`))
  if (!timeline) return undefined
  const disclose = (name: string, value: unknown) =>
    Buffer.from(JSON.stringify([keyed(name).slice(0, SALT_LENGTH), name, value])).toString('base64url')
  const { state } = timeline.stored
  return [disclose('passed', state === 'passed'), disclose('band', bandOf(timeline)), disclose('timeline', timeline)]
}

/** 132 bits. */
const SALT_LENGTH = 22

export const digestOf = (disclosure: string) => createHash('sha256').update(disclosure).digest('base64url')

/** Points as a share of those for all flags, in steps of ten per cent. */
function bandOf({ stored, flags }: Timeline) {
  const all = flags.reduce((sum, { points }) => sum + points, 0)
  const from_percent = all === 0 ? 0 : Math.floor(((stored.points + stored.extra_points) * 10) / all) * 10
  return { from_percent, to_percent: from_percent + 9 }
}
