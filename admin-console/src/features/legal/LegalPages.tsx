import type { LegalPageRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { legalTitles, pagesBeforeSale } from '@flagyard/api-types/legal/pages'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'
import styles from './legal.module.css'

/** Terms, privacy notice and the other texts that the owner publishes. */
export default function LegalPages() {
  const { data, error, refetch } = useCall('listLegalPagesForAdmin')
  const missing = data?.filter(({ page, current }) => pagesBeforeSale.includes(page) && !current) ?? []
  return (
    <>
      <ScreenHeader
        title="Legal pages"
        about="Terms, privacy notice, imprint and rules. Only published pages have a link"
      />
      {data ? (
        <div className={styles.page}>
          {missing.length > 0 && (
            <p className={styles.calm} role="note">
              Publish before your first sale: {missing.map(({ page }) => legalTitles[page].toLowerCase()).join(', ')}.
            </p>
          )}
          <ul className={styles.list}>
            {data.map((row) => (
              <li key={row.page} className={styles.row}>
                <Link to={consolePaths.legalPage(row.page)}>{legalTitles[row.page]}</Link>
                <span>
                  {row.current
                    ? `Version ${row.current.version}, since ${formatDay(row.current.effective_at)}`
                    : 'Not published'}
                </span>
                <NextChip next={row.next} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <LoadingOrError what="the legal pages" error={error} retry={refetch} />
      )}
    </>
  )
}

function NextChip({ next }: Pick<LegalPageRow, 'next'>) {
  if (!next) return <span />
  if (!next.effective_at) return <Chip tone="info">Draft</Chip>
  return <Chip tone="warn">From {formatMoment(next.effective_at)}</Chip>
}
