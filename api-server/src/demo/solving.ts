import type { Flag } from '../areas/authoring/content/model.ts'
import { after, createRandom, hexOf, idOf, MINUTE } from './random.ts'
import type { Rows } from './rows.ts'

interface Owner {
  /** Slug of the lab or exam. */
  slug: string
  user_id: string
  deployment_id: string
  attempt_id?: string
}

const WRONG = ['FLAG{i-think-so}', 'backup-operator', 'AdministratorAccess', 'flag', 'FLAG{0000}'] as const

/** Flags solved one after the other within the given time, with an occasional wrong try. */
export function solveFlags(
  rows: Rows,
  { slug, user_id, deployment_id, attempt_id }: Owner,
  flags: Flag[],
  { from, minutes }: { from: Date; minutes: number },
): void {
  flags.forEach((flag, position) => {
    const flag_id = idOf(`flag ${slug} ${position}`)
    const key = `${user_id} ${flag_id} ${attempt_id ?? ''}`
    const random = createRandom(`solving ${key}`)
    const solved_at = after(from, ((position + 0.8) / flags.length) * minutes * MINUTE)
    const shared = { flag_id, user_id, deployment_id, attempt_id: attempt_id ?? null }
    if (flag.type !== 'NOFLAG') {
      for (let miss = random.whole(0, 2); miss > 0; miss--) {
        const at = after(solved_at, -miss * MINUTE)
        rows.flagTries.push({
          ...shared,
          id: idOf(`try ${key} ${miss}`),
          value: random.pick(WRONG),
          correct: false,
          at,
        })
      }
    }
    const value =
      flag.type === 'STATIC' ? (flag.secret ?? '') : flag.type === 'DYNAMIC' ? `FLAG{${hexOf(key, 24)}}` : 'confirmed'
    rows.flagTries.push({ ...shared, id: idOf(`try ${key}`), value, correct: true, at: solved_at })
    rows.flagSolves.push({ ...shared, id: idOf(`solve ${key}`), points: flag.points, solved_at })
  })
}
