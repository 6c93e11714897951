import type { Dashboard } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Link } from 'react-router-dom'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { statuses } from '../cloud-accounts/CloudStatusChip.tsx'
import styles from './Dashboard.module.css'

export function AccountsTable({ accounts }: { accounts: Dashboard['accounts'] }) {
  return (
    <section className={styles.card} aria-label="Cloud accounts by state">
      <h2 className={styles.title}>Cloud accounts</h2>
      <ScrollRegion label="Table of states">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Pool</th>
              {statuses.map((status) => (
                <th key={status} scope="col">
                  {status}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ cloud, by_status }) => (
              <tr key={cloud}>
                <th scope="row">
                  <Link to={cloudProviders[cloud].path}>{cloudProviders[cloud].title}</Link>
                </th>
                {statuses.map((status) => (
                  <td key={status}>
                    {by_status[status] ? (
                      <Link
                        to={filteredList(cloudProviders[cloud].list, { status })}
                        aria-label={`${cloudProviders[cloud].title}, ${status}: ${by_status[status]}`}
                      >
                        {by_status[status]}
                      </Link>
                    ) : (
                      0
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
