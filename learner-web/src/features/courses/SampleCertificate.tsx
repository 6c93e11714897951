import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { type ComponentProps, Suspense, useState } from 'react'
import styles from './CoursePage.module.css'

const CertificateSample = lazyScreen(() => import('../certificates/CertificateSample.tsx'))

/** A sample of the certificate, loaded when opened. */
export function SampleCertificate(sample: ComponentProps<typeof CertificateSample>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="stack">
      <h2>Your certificate</h2>
      <p>It has a public page with its own address, which any employer can check.</p>
      <details
        className={classNames(styles.sections, styles.section)}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={styles.summary}>
          See a sample
          <span className={styles.count}>
            <Icon name="chevron" size={18} />
          </span>
        </summary>
        {isOpen && (
          <ScreenBoundary>
            <Suspense fallback={<Loading what="the sample" />}>
              <CertificateSample {...sample} />
            </Suspense>
          </ScreenBoundary>
        )}
      </details>
    </section>
  )
}
