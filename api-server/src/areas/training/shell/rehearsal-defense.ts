import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { judge, NOTHING, presentDefense, stillClosed } from './defense.ts'
import { findOpenRehearsal } from './rehearsals.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Cloud log of a rehearsal, with the question about it. Available after the required flags are found. */
export const readRehearsalDefense = async (deps: NeededDeps, key: string) => present(await findOpenRehearsal(deps, key))

/** Judges an answer without saving it, so it may be repeated. */
export async function answerRehearsalDefense(
  deps: NeededDeps,
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
