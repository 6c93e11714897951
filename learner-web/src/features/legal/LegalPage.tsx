import type { LegalPage as LegalPageText } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { legalPageNames, legalPaths, legalVersionPath } from '@flagyard/api-types/legal/pages'
import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Markdown } from '@flagyard/ui/Markdown'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/legal.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
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
    <Page title={t.titles[page]} width="text">
      {isMissing ? (
        <p>{version === null ? t.unpublished : t.noVersion}</p>
      ) : (
        <Loaded query={query} what={t.thePage}>
          {(shown) => <Version shown={shown} />}
        </Loaded>
      )}
      {page === 'privacy' && <YourData />}
    </Page>
  )
}

function Version({ shown: { page, version, markdown, effective_at, versions } }: { shown: LegalPageText }) {
  const next = versions.find((other) => other.version === version + 1)
  const toCurrent = (text: ReactNode) => <Link to={legalPaths[page]}>{text}</Link>
  return (
    <div className="stack">
      {next ? (
        <p role="note">
          {t.earlier({ from: formatDate(effective_at), until: formatDate(next.effective_at), link: toCurrent })}
        </p>
      ) : (
        <p className="small muted">{t.since({ day: formatDate(effective_at) })}</p>
      )}
      {/* Not loaded later, because the page consists of it: its text must not move when it loads. */}
      <Markdown ownLinks>{markdown}</Markdown>
      {versions.length > 1 && (
        <details className={styles.question}>
          <summary className={styles.ask}>
            {t.allVersions}
            <Icon name="chevron" />
          </summary>
          <ul className={styles.answer}>
            {versions.map((other) => (
              <li key={other.version}>
                <Link to={legalVersionPath(page, other.version)}>
                  {t.version({ number: String(other.version), day: formatDate(other.effective_at) })}
                </Link>
                {other.summary && `: ${other.summary}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Access to the own data, whatever the owner has published. */
const YourData = () => (
  <section className={styles.section} aria-labelledby="your-data">
    <h2 id="your-data" className={styles.title}>
      {t.yourData}
    </h2>
    <p>
      {t.dataAccess({
        profile: (text) => <Link to={paths.profileSection('data')}>{text}</Link>,
        address: (text) => <Link to={paths.addressData}>{text}</Link>,
      })}
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
        {t.everyKind}
        <Icon name="chevron" />
      </summary>
      <div className={styles.answer}>{isOpen && <RetentionList />}</div>
    </details>
  )
}
