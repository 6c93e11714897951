import type { Deployment, MyFlag } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import styles from '../lab-work.module.css'

export interface NextLink {
  title: string
  path: string
}

interface Props {
  flags: MyFlag[]
  deployment: Deployment | null
  next: NextLink | undefined
}

export function LabSolved({ flags, deployment, next }: Props) {
  const earned = flags.reduce((sum, flag) => sum + flag.earned, 0)
  const total = flags.reduce((sum, flag) => sum + flag.points, 0)
  const minutes = minutesTaken(flags, deployment)
  return (
    <div className={styles.labSolved}>
      <h3 className={styles.labSolvedTitle}>
        <Icon name="flag" size={20} /> Lab solved
      </h3>
      <p>
        {earned} of {countOf(total, 'point')}
        {minutes !== null && ` · ${formatMinutes(Math.max(1, minutes))} from the first minute to the last flag`}
      </p>
      {deployment?.state === 'running' && (
        <p className="small muted">
          It is still running. Look around as long as you like, and end it when you are done.
        </p>
      )}
      {next && (
        <p>
          <ButtonLink variant="primary" to={next.path}>
            Next: {next.title}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

/** Null unless all flags were solved in this run, because earlier runs would add to the time. */
function minutesTaken(flags: MyFlag[], deployment: Deployment | null): number | null {
  if (!deployment?.running_at) return null
  const began = Date.parse(deployment.running_at)
  const solved = flags.map(({ solved_at }) => Date.parse(solved_at ?? ''))
  if (!solved.every((at) => at >= began)) return null
  return Math.round((Math.max(...solved) - began) / 60_000)
}
