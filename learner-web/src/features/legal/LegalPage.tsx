import { ApiError } from '@flagyard/api-types/contract/problem'
import { legalPageNames, legalPaths, legalTitles, legalVersionPath } from '@flagyard/api-types/legal/pages'
import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import styles from '../pages/Prose.module.css'
import { RetentionList } from '../privacy/RetentionList.tsx'

/** Terms, privacy notice and the other pages that the owner publishes. `?version=` shows an earlier version. */
export default function LegalPage() {
  const { pathname, search } = useLocation()
  const page = legalPageNames.find((name) => legalPaths[name] === pathname.replace(/\/$/, '')) ?? 'terms'
  const version = new URLSearchParams(search).get('version')
  const query = useQuery(callQuery('getLegalPage', version === null ? { page } : { page, version }))
  const isMissing = query.error instanceof ApiError && ['not_found', 'invalid'].includes(query.error.code)
  return (
    <Page title={legalTitles[page]} width="text">
      {isMissing ? (
        <p>{version === null ? 'This page is not published yet.' : 'There is no such version of this page.'}</p>
      ) : (
        <Loaded query={query} what="the page">
          {({ markdown, version, effective_at, versions }) => {
            const newest = versions[0]?.version ?? version
            const next = versions.find((other) => other.version === version + 1)
            return (
              <div className="stack">
                {version === newest ? (
                  <p className="small muted">In effect since {formatDate(effective_at)}.</p>
                ) : (
                  <p role="note">
                    This earlier version was in effect from {formatDate(effective_at)}
                    {next && ` to ${formatDate(next.effective_at)}`}.{' '}
                    <Link to={legalPaths[page]}>Read the current version</Link>
                  </p>
                )}
                <RichText ownLinks>{markdown}</RichText>
                {versions.length > 1 && (
                  <details className={styles.question}>
                    <summary className={styles.ask}>
                      All versions
                      <Icon name="chevron" />
                    </summary>
                    <ul className={styles.answer}>
                      {versions.map((other) => (
                        <li key={other.version}>
                          <Link to={legalVersionPath(page, other.version)}>
                            Version {other.version}, {formatDate(other.effective_at)}
                          </Link>
                          {other.summary && `: ${other.summary}`}
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </div>
            )
          }}
        </Loaded>
      )}
      {page === 'privacy' && <YourData />}
    </Page>
  )
}

/** Access to the own data, whatever the owner has published. */
const YourData = () => (
  <section className={styles.section} aria-labelledby="your-data">
    <h2 id="your-data" className={styles.title}>
      Your data
    </h2>
    <p>
      You can see, download and delete it on <Link to={paths.profileSection('data')}>your profile</Link>. Without an
      account, see <Link to={paths.addressData}>what we hold about your e-mail address</Link>.
    </p>
    <EveryKind />
  </section>
)

/** Loaded when opened, because the full list is long. */
function EveryKind() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.question} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.ask}>
        Every kind of data, and how long we keep it
        <Icon name="chevron" />
      </summary>
      <div className={styles.answer}>{isOpen && <RetentionList />}</div>
    </details>
  )
}
