import type { LabRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { formatMoment } from '../../lib/format.ts'
import styles from '../content/content.module.css'

/** Commands typed by learners that the simulated shell does not support, so that the author can implement them or change the lab's text. */
export default function LabShell() {
  const lab = useRecordContext<LabRecord>()
  const { data, error, refetch } = useCall('listMissingCommands', { slug: lab?.id ?? '' })
  if (!lab) return null
  if (!data) return <LoadingOrError what="unsupported commands" error={error} retry={refetch} />
  return (
    <div className={`${styles.card} ${styles.facts}`}>
      <p>
        Commands, subcommands and options that learners entered in this lab’s simulated shell but that it does not
        support. Only the command words are counted; users and values are not recorded.
      </p>
      {data.length === 0 ? (
        <p>No unsupported commands so far.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Command</th>
              <th scope="col">Count</th> <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ command, count, last_at }) => (
              <tr key={command}>
                <td>
                  <code>{command}</code>
                </td>
                <td>{count}</td>
                <td>{formatMoment(last_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
