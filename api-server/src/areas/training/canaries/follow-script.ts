import type { CanaryScript } from '@flagyard/api-types'
import type { CanaryAnswer } from '@flagyard/api-types/canaries/script'
import type { RunFlag } from '../../../db/schema/index.ts'
import { StepFailed } from './find-answer.ts'

type Flag = Pick<RunFlag, 'id' | 'slug' | 'type'>

/** Ids of the solved flags, and the step that failed, if any. */
export interface Attempt {
  solved: string[]
  failed: StepFailed | null
}

interface Way<F extends Flag> {
  what: 'lab' | 'exam'
  flags: F[]
  find(answer: CanaryAnswer): string | Promise<string>
  /** Whether the value would be accepted from a person. */
  isRight(flag: F, value: string): boolean
  isNeeded(flag: F): boolean
  signal: AbortSignal
}

/** Executes a script answer by answer until one is wrong. */
export async function followScript<F extends Flag>(
  { answers }: CanaryScript,
  open: () => Promise<Way<F>>,
): Promise<Attempt> {
  const solved: string[] = []
  try {
    const { what, flags, find, isRight, isNeeded, signal } = await open()
    for (const answer of answers) {
      signal.throwIfAborted()
      const value = await find(answer)
      const flag = flags.find(({ slug }) => slug === answer.flag)
      if (!flag) throw new StepFailed(answer.flag, `The script names this flag, and the ${what} does not have it.`)
      // Steps without an answer are confirmed with an empty value, whatever their commands print.
      if (!isRight(flag, flag.type === 'NOFLAG' ? '' : value.trim()))
        throw new StepFailed(flag.slug, 'What the script finds is not the flag.')
      solved.push(flag.id)
    }
    const missed = flags.find((flag) => isNeeded(flag) && !solved.includes(flag.id))
    if (missed) throw new StepFailed(missed.slug, `The script says nothing of this flag, which the ${what} asks for.`)
    return { solved, failed: null }
  } catch (error) {
    if (error instanceof StepFailed) return { solved, failed: error }
    throw error
  }
}
