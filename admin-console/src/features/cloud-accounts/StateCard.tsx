import type { CloudAccount } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout } from 'react-admin'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { formatAgo, formatDay } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'
import { AcceptResidueButton, WithdrawResidueButton } from './ResidueButtons.tsx'
import { stateSentence } from './stateSentence.ts'

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

/** Last day of the acceptance, as selected. It ends with that day in UTC, regardless of the reader's time zone. */
const lastDay = (until: string) => formatDay(`${new Date(Date.parse(until) - 1).toISOString().slice(0, 10)}T12:00:00`)
const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

const Facts = ({ account: { holder, lab, last_nuked_at, nuke_failures } }: { account: CloudAccount }) => (
  <SimpleShowLayout>
    {/* Undefined for administrators without access to holders. */}
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
