import type { Cloud } from '@flagyard/api-types'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { CopyButton } from '../../crud/links.tsx'
import styles from './CloudGuide.module.css'
import { guideOf } from './guides.ts'

/** Instructions for the role and policy that the cloud must grant us, with commands to copy. */
export const CloudGuide = ({ cloud, id, region }: { cloud: Cloud; id: string; region: string }) => (
  <details className={styles.guide}>
    <summary>How to prepare the {cloudProviders[cloud].resourceLabel[0]} and get its credentials</summary>
    <ol className={styles.steps}>
      {guideOf(cloud, id, region).map(({ what, code }, index) => (
        <li key={what}>
          {what}
          {code && (
            <div className={styles.code}>
              <pre>{code}</pre>
              <CopyButton text={code} label={`Copy step ${index + 1}`} />
            </div>
          )}
        </li>
      ))}
    </ol>
  </details>
)
