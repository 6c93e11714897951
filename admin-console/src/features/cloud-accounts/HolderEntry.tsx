import type { CloudAccountHolder } from '@flagyard/api-types'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { formatMoment } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'
import { Receipt } from './Receipt.tsx'

interface Props {
  holder: CloudAccountHolder
  /** True on the page of this deployment. */
  isHere?: boolean
}

/** One holder of an account: purpose, period, and the clean-ups before and after. */
export const HolderEntry = ({ holder, isHere = false }: Props) => {
  const { deployment_id, username, lab, exam, from, until, before, after } = holder
  const what = lab ?? exam ?? 'a try'
  return (
    <>
      <span>
        <PersonLink username={username} />
        {' · '}
        {isHere ? (
          what
        ) : (
          <ResourceLink resource="deployments" id={deployment_id}>
            {what}
          </ResourceLink>
        )}
      </span>
      <span className={styles.when}>
        {formatMoment(from)} – {until ? formatMoment(until) : 'now'}
      </span>
      {before && (
        <div>
          <span className={styles.when}>Clean-up before</span>
          <Receipt receipt={before} />
        </div>
      )}
      {after && (
        <div>
          <span className={styles.when}>Clean-up after</span>
          <Receipt receipt={after} />
        </div>
      )}
    </>
  )
}
