import type { Certificate } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { classNames } from '@flagyard/ui/class-names'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Icon, type IconName } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { formatUtcDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { CertificateSheet } from './CertificateSheet.tsx'
import styles from './certificates.module.css'
import { addToLinkedInUrl, badgeUrls, checkerUrls, pdfUrl, shareOnLinkedInUrl } from './labels.ts'

const CertificateQr = lazyScreen(() => import('./CertificateQr.tsx'))

export default function CertificatePage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(callQuery('getCertificate', { id }))
  const unknown = error instanceof ApiError && error.status === 404
  return (
    <Page
      title="Certificate"
      windowTitle={data?.title ? (data.name ? `${data.name}: ${data.title}` : data.title) : undefined}
    >
      {unknown && (
        <Notice state="revoked" icon="alert" title="Unknown">
          We have not issued a certificate with the ID <span className="mono">{id}</span>. Check each letter. A document
          that shows this ID is not from us.
        </Notice>
      )}
      {error && !unknown && <Failed what="this certificate" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="the certificate" />}
      {data && (
        <>
          <StateNotice certificate={data} />
          {data.state !== 'withdrawn' && (
            <>
              <IssuedCertificate certificate={data} />
              <Badge certificate={data} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

function StateNotice({ certificate: { state, valid_until, revoked_at, reason } }: { certificate: Certificate }) {
  if (state === 'valid')
    return (
      <Notice state="valid" icon="check" title="Valid">
        Issued by {siteName}
        {valid_until ? `, and valid until ${formatUtcDate(valid_until)}` : ', without an end date'}.
      </Notice>
    )
  if (state === 'expired')
    return (
      <Notice state="expired" icon="clock" title="Expired">
        Issued by {siteName}. It was valid until {valid_until && formatUtcDate(valid_until)}.
      </Notice>
    )
  if (state === 'revoked')
    return (
      <Notice state="revoked" icon="warning" title="Revoked">
        We revoked it{revoked_at && ` on ${formatUtcDate(revoked_at)}`}: do not rely on it.
        {reason && ` Reason: ${reason}`}
      </Notice>
    )
  return (
    <Notice state="withdrawn" icon="info" title="Withdrawn">
      A certificate with this ID was issued and later withdrawn. Its contents are no longer shown, and it proves
      nothing.
    </Notice>
  )
}

interface NoticeProps {
  state: 'valid' | 'expired' | 'revoked' | 'withdrawn'
  icon: IconName
  title: string
  children: React.ReactNode
}

function Notice({ state, icon, title, children }: NoticeProps) {
  return (
    <div className={classNames(styles.verdict, styles[state])} role="status">
      <Icon name={icon} size={24} />
      <p>
        <strong>{title}</strong>
        {children}
      </p>
    </div>
  )
}

function IssuedCertificate({ certificate }: { certificate: Certificate }) {
  const { id, state, url } = certificate
  return (
    <CertificateSheet
      certificate={certificate}
      proof={
        // If the QR code fails to load, the rest of the page still works.
        <ScreenBoundary silent>
          <Suspense fallback={<span className={styles.qr} />}>
            <CertificateQr url={url} />
          </Suspense>
        </ScreenBoundary>
      }
    >
      <div className="row">
        <a href={pdfUrl(id)} download className={buttonClass({ variant: 'primary' })}>
          Download the PDF
        </a>
        <CopyButton text={url} label="Copy the link" size="normal">
          Copy the link
        </CopyButton>
        {state === 'valid' && (
          <>
            <a href={addToLinkedInUrl(certificate)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
              Add to LinkedIn
            </a>
            <a href={shareOnLinkedInUrl(url)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
              Share on LinkedIn
            </a>
          </>
        )}
      </div>
    </CertificateSheet>
  )
}

/** The certificate as files that verifiers and wallets read. */
function Badge({ certificate: { id, state, type } }: { certificate: Certificate }) {
  return (
    <section className="stack">
      <h2>Digital badge</h2>
      <p>
        The same certificate as a signed Open Badges 3.0 credential. Wallets can store it, and any verifier can check it
        without this site.
        {state === 'revoked' && ' A verifier reports it as revoked.'}
      </p>
      <div className="row">
        <a href={badgeUrls.png(id)} download={`badge-${id}.png`} className={buttonClass()}>
          Picture (PNG)
        </a>
        <a href={badgeUrls.svg(id)} download={`badge-${id}.svg`} className={buttonClass()}>
          Picture (SVG)
        </a>
        <a href={badgeUrls.json(id)} download className={buttonClass()}>
          JSON, for wallets
        </a>
        <a href={badgeUrls.jwt(id)} download className={buttonClass()}>
          JWT
        </a>
      </div>
      <details>
        <summary>How to check it without us</summary>
        <ol>
          <li>Download the JSON file, or a picture, which contains the same text.</li>
          <li>
            Open it in a verifier of Open Badges 3.0 that you trust. It reads our public key from{' '}
            <a href="/.well-known/did.json">did.json</a>.
          </li>
          <li>
            Compare the issuer, which contains the host of this page, and the name and title with the certificate.
          </li>
          <li>
            The verifier also reads a signed status list. If it cannot, it does not know whether the badge was revoked.
          </li>
        </ol>
        {type === 'arte' && (
          <p>
            If you received an exam record from the holder, download the{' '}
            <a href={checkerUrls.page} download="verify-record.html">
              checking page
            </a>{' '}
            or the{' '}
            <a href={checkerUrls.program} download="verify-record.mjs">
              program for Node.js
            </a>
            . Both recompute the end, the points and the result of the exam without a network, and name each fact that
            does not hold.
          </p>
        )}
        <p>
          <a href={badgeUrls.status(id)}>The state as JSON</a>. Add <code>?at=2027-03-01</code> for the state on a date.
        </p>
      </details>
    </section>
  )
}
