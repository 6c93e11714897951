import type { CanaryRun, LabHealth, LabHealthState } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { formatAgo } from '../../lib/format.ts'

export const healthNames: Record<LabHealthState, string> = { never: 'Never run', solved: 'Solved', failed: 'Failed' }

/** Latest canary result, for use within a sentence. The short form omits the failed step. */
export function healthWords(health: LabHealth, { isShort = false } = {}): string {
  if (!health) return 'never run'
  const step = health.ok || isShort ? '' : ` at ${health.message}`
  return `${health.ok ? 'solved' : 'failed'}${step} ${formatAgo(health.at)}`
}

const healthTone = (health: LabHealth) => (health ? (health.ok ? 'good' : 'bad') : 'neutral')

const doing = { building: 'Building', solving: 'Solving', ending: 'Ending' } as const
const outcomes = { solved: 'Solved', failed: 'Failed', stopped: 'Stopped' } as const
const tones = { solved: 'good', failed: 'bad', stopped: 'neutral' } as const

export const runState = (run: CanaryRun): string =>
  run.doing ? doing[run.doing] : run.outcome ? outcomes[run.outcome] : 'Ended'
export const runTone = ({ doing, outcome }: CanaryRun) => (doing || !outcome ? 'info' : tones[outcome])

const steps: Record<string, string> = {
  extra_data: 'the extra data',
  build: 'the build',
  console: 'the console',
  time: 'the time limit',
  end: 'the end',
}

/** `At the flag the-door: The value that the script found is not the flag.` */
export function runSentence({ failed_step: step, message }: CanaryRun): string | null {
  if (!message) return null
  return step ? `At ${steps[step] ?? `the flag ${step}`}: ${message}` : message
}

export const Health = ({ health, isShort = false }: { health: LabHealth; isShort?: boolean }) => (
  <Chip tone={healthTone(health)}>{healthWords(health, { isShort })}</Chip>
)
