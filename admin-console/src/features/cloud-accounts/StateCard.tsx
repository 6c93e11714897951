import type { CloudAccount } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout } from 'react-admin'
import { PersonLink } from '../../crud/PersonLink.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { formatAgo, formatDay } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'
import { AcceptResidueButton, WithdrawResidueButton } from './ResidueButtons.tsx'
import { stateSentence } from './stateSentence.ts'

/** Where the account stands and why, and what comes next. */
export const StateCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="State">
    <h2 className={styles.title}>State</h2>
    <p>{stateSentence(account)}</p>
    {account.is_evidence && (
      <p className={styles.error}>
        What is in it is kept as evidence. It is neither nuked nor retired before its hold is released.
      </p>
    )}
    {account.last_error && <p className={styles.error}>{account.last_error}</p>}
    <Facts account={account} />
    {account.residue_until && (
      <p className={styles.quiet}>
        May stay until {lastDay(account.residue_until)}: {account.accepted_residue.map(nameOf).join(', ')}
      </p>
    )}
    <div className={styles.buttons}>
      <AcceptResidueButton account={account} />
      <WithdrawResidueButton account={account} />
    </div>
  </section>
)

/** The last day on which it counts, as it was chosen: the acceptance ends with that day in UTC, wherever one reads it. */
const lastDay = (until: string) => formatDay(`${new Date(Date.parse(until) - 1).toISOString().slice(0, 10)}T12:00:00`)
const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

const Facts = ({ account: { holder, lab, last_nuked_at, nuke_failures } }: { account: CloudAccount }) => (
  <SimpleShowLayout>
    {/* Absent for administrators who may not read about holders. */}
    {holder !== undefined && (
      <FunctionField label="Held by" render={() => (holder ? <PersonLink username={holder} /> : 'nobody')} />
    )}
    {lab !== undefined && (
      <FunctionField
        label="Lab"
        render={() =>
          lab ? (
            <ResourceLink resource="labs" id={lab}>
              {lab}
            </ResourceLink>
          ) : (
            'none'
          )
        }
      />
    )}
    <FunctionField label="Last nuke" render={() => formatAgo(last_nuked_at)} />
    <FunctionField label="Failed nukes" render={() => `${nuke_failures} in a row`} />
  </SimpleShowLayout>
)
