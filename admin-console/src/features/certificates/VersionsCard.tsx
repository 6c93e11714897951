import type { CertificatePage } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Quiet, RecordCard } from '../../crud/RecordCards.tsx'
import { formatMoment } from '../../lib/format.ts'
import styles from './CertificateShow.module.css'

type Version = CertificatePage['versions'][number]

/** Versions side by side, with the changes highlighted. */
export const VersionsCard = ({ versions }: { versions: Version[] }) => (
  <RecordCard title="Versions">
    {versions.length === 0 ? (
      <Quiet>It says what it said when it was issued.</Quiet>
    ) : (
      <ScrollRegion label="Versions side by side">
        <table className={styles.versions}>
          <thead>
            <tr>
              <td />
              {versions.map(({ version }) => (
                <th key={version} scope="col">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, say]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {versions.map((version, index) => {
                  const before = versions[index - 1]
                  const text = say(version)
                  const isNew = before !== undefined && say(before) !== text && label in changing
                  return <td key={version.version}>{isNew ? <strong>{text}</strong> : text}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )}
  </RecordCard>
)

const rows: readonly (readonly [label: string, say: (version: Version) => string])[] = [
  ['Name', ({ name }) => name],
  ['State', ({ revoked_at }) => (revoked_at ? 'Revoked' : 'Stands')],
  ['Why', ({ reason }) => reason ?? '—'],
  ['By', ({ actor, version }) => actor ?? (version === 1 ? 'issued' : '—')],
  ['When', ({ at }) => formatMoment(at)],
]
const changing = { Name: true, State: true }
