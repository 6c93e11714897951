import type { Certificate, CertificateOptions, MyCorrection } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink, buttonClass } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty, errorMessage, Failed, FailedLine, Loading } from '@flagyard/ui/Feedback'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { overlay, showError, showSuccess } from '../../shell/toasts.ts'
import styles from './certificates.module.css'
import { GenerateDialog } from './GenerateDialog.tsx'
import { addToLinkedInUrl, pdfUrl, stateNames, stateTones, typeNames } from './labels.ts'

const CorrectionDialog = lazyScreen(() => import('./CorrectionDialog.tsx'))
const SharingDialog = lazyScreen(() => import('./SharingDialog.tsx'))

/** The learner's certificates, to open, download, share and receive by e-mail, and earned ones that can be issued. */
export default function CertificatesPage() {
  const { data, error, refetch } = useQuery(callQuery('listMyCertificates'))
  const earned = useQuery(callQuery('listEarnedCertificates'))
  const corrections = useQuery(callQuery('listMyCorrections'))
  const options = useQuery(callQuery('listCertificateOptions'))
  const [generating, setGenerating] = useState(false)
  const [correcting, setCorrecting] = useState<Certificate | null>(null)
  const [sharing, setSharing] = useState<Certificate | null>(null)
  const optionsOf = (id: string) => options.data?.find(({ certificate_id }) => certificate_id === id)
  const shared = sharing && optionsOf(sharing.id)
  const isReady = earned.data !== undefined && earned.data.length > 0
  return (
    <Page title="Certificates" width="text">
      {error && <Failed what="your certificates" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {earned.error && !error && <FailedLine why={errorMessage(earned.error)} onRetry={() => void earned.refetch()} />}
      {options.error && !error && (
        <FailedLine why={errorMessage(options.error)} onRetry={() => void options.refetch()} />
      )}
      {!error && (!data || earned.isPending) && <Loading what="your certificates" />}
      {isReady && (
        <Card className={styles.ready}>
          <p>
            You have earned {earned.data.length === 1 ? 'a certificate' : `${earned.data.length} certificates`} that you
            can generate now.
          </p>
          <Button variant="primary" onClick={() => setGenerating(true)}>
            Generate a certificate
          </Button>
        </Card>
      )}
      {data?.length === 0 && earned.data?.length === 0 && (
        <Empty
          title="No certificates yet"
          icon="certificate"
          action={<ButtonLink to={paths.dashboard}>Continue learning</ButtonLink>}
        >
          Finish every required lesson of a course, and you can generate its certificate here.
        </Empty>
      )}
      {data && data.length > 0 && (
        <ul className="list">
          {data.map((certificate) => (
            <li key={certificate.id}>
              <CertificateItem
                certificate={certificate}
                correction={corrections.data?.find(({ certificate_id }) => certificate_id === certificate.id)}
                options={optionsOf(certificate.id)}
                onCorrect={() => setCorrecting(certificate)}
                onShare={() => setSharing(certificate)}
              />
            </li>
          ))}
        </ul>
      )}
      {correcting && (
        <Suspense>
          <CorrectionDialog certificate={correcting} onClose={() => setCorrecting(null)} />
        </Suspense>
      )}
      {sharing && shared && (
        <Suspense>
          <SharingDialog certificate={sharing} options={shared} onClose={() => setSharing(null)} />
        </Suspense>
      )}
      <GenerateDialog open={generating} earned={earned.data ?? []} onClose={() => setGenerating(false)} />
    </Page>
  )
}

interface ItemProps {
  certificate: Certificate
  correction: MyCorrection | undefined
  options: CertificateOptions | undefined
  onCorrect: () => void
  onShare: () => void
}

function CertificateItem({ certificate, correction, options, onCorrect, onShare }: ItemProps) {
  const { id, state, title, type, issued_at, valid_until, url } = certificate
  const resend = () =>
    overlay.showWhile('Sending your certificate', async () => {
      try {
        const { message } = await api.resendCertificate({ id })
        showSuccess(message)
      } catch (error) {
        showError(errorMessage(error))
      }
    })
  return (
    <Card as="article" className="stack">
      <div className="row between">
        <h2 className="heading">
          <Link to={paths.certificate(id)}>{title ?? 'Certificate'}</Link>
        </h2>
        <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
      </div>
      <p className="small muted">
        {type && typeNames[type]}
        {issued_at && ` · issued ${formatUtcDate(issued_at)}`}
        {valid_until && ` · valid until ${formatUtcDate(valid_until)}`}
      </p>
      <div className="row">
        <a href={pdfUrl(id)} download className={buttonClass({ size: 'small' })}>
          Download the PDF
        </a>
        <CopyButton text={url} label={`Copy the link of ${title}`}>
          Copy the link
        </CopyButton>
        {state === 'valid' && (
          <a
            href={addToLinkedInUrl(certificate)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'small' })}
          >
            Add to LinkedIn
          </a>
        )}
        <Button size="small" onClick={resend}>
          E-mail it to me
        </Button>
        {options && (
          <Button size="small" onPointerEnter={SharingDialog.preload} onClick={onShare}>
            Sharing
          </Button>
        )}
        {(state === 'valid' || state === 'expired') && correction?.state !== 'open' && (
          <Button size="small" onPointerEnter={CorrectionDialog.preload} onClick={onCorrect}>
            Request a correction
          </Button>
        )}
      </div>
      {options && <RenewalNote options={options} state={state} />}
      {correction && <CorrectionNote correction={correction} />}
    </Card>
  )
}

/** How and from when a certificate that expires can be renewed. */
function RenewalNote({
  options: { renewal, renewed_at, hide_name },
  state,
}: {
  options: CertificateOptions
  state: Certificate['state']
}) {
  const hidden = hide_name && <p className="small muted">Your name is hidden on everything public.</p>
  if (renewed_at)
    return (
      <>
        {hidden}
        <p className="small muted">Renewed on {formatUtcDate(renewed_at)} by a newer certificate.</p>
      </>
    )
  if (!renewal) return hidden
  const { exam, course, from, is_open } = renewal
  return (
    <>
      {hidden}
      {!exam && !course ? null : !is_open ? (
        <p className="small muted">You can renew it from {formatUtcDate(from)}.</p>
      ) : (
        <p className="small">
          {state === 'expired' ? 'It has expired. ' : 'It expires soon. '}
          {exam && <Link to={paths.exam(exam)}>Take the exam again</Link>}
          {exam && course && ' or '}
          {course && (
            <>
              {exam ? 'complete' : 'Complete'} <Link to={paths.course(course.slug)}>{course.title}</Link>
            </>
          )}{' '}
          to renew it.
        </p>
      )}
    </>
  )
}

function CorrectionNote({ correction: { state, name, answer, created_at } }: { correction: MyCorrection }) {
  return (
    <p className="small muted" role="note">
      {state === 'open'
        ? `On ${formatUtcDate(created_at)} you asked for “${isolate(name)}”. We will review it and reply by e-mail.`
        : state === 'accepted'
          ? `Corrected as you asked: it now says “${isolate(name)}”.${answer ? ` We wrote: ${answer}` : ''}`
          : `We could not print “${isolate(name)}”. We wrote: ${answer ?? 'nothing'}`}
    </p>
  )
}
