import type { Deployment, MyFlag } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { formatMinutes } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import * as t from '../../../messages/en/lab-work.ts'
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
        <Icon name="flag" size={20} /> {t.labSolved}
      </h3>
      <p>
        {t.pointsOf({ earned, total })}
        {minutes !== null && ` · ${t.timeTaken({ duration: formatMinutes(Math.max(1, minutes)) })}`}
      </p>
      {deployment?.state === 'running' && <p className="small muted">{t.stillRunning}</p>}
      {next && (
        <p>
          <ButtonLink variant="primary" to={next.path}>
            {t.nextLesson({ title: next.title })}
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
