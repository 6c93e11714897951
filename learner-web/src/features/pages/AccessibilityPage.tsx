import {
  adherenceNames,
  type Criterion,
  criteria,
  OPENACR_PATH,
  STATEMENT_DATE,
} from '@flagyard/api-types/accessibility'
import { paths } from '@flagyard/api-types/links'
import { siteName } from '@flagyard/ui/brand'
import { Chip } from '@flagyard/ui/Chip'
import { countOf } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { formatUtcDate } from '../../lib/format.ts'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

const levels = ['A', 'AA'] as const
const gaps = criteria.filter(({ adherence }) => isGap(adherence))

export default function AccessibilityPage() {
  return (
    <Page
      title="Accessibility"
      width="text"
      intro={`How ${siteName} conforms to the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA, as of ${formatUtcDate(STATEMENT_DATE)}.`}
    >
      <section className={styles.section}>
        <h2 className={styles.title}>Report a barrier</h2>
        <p>
          <Link to={paths.contact}>Write to us</Link> what you wanted to do, and with which browser and assistive
          technology. If you need more time in an exam, write before you book it.
        </p>
        <p>
          This statement is also available <a href={OPENACR_PATH}>as an OpenACR file</a>.
        </p>
      </section>
      <section className={styles.section}>
        <h2 className={styles.title}>Known gaps</h2>
        <p>
          {gaps.length} of {criteria.length} criteria are not met, or only partly.
        </p>
        <ul>
          {gaps.map(({ number, name, adherence, remark }) => (
            <li key={number}>
              {number} {name} ({adherenceNames[adherence].toLowerCase()}): {remark}
            </li>
          ))}
        </ul>
      </section>
      {levels.map((level) => (
        <section key={level} className={styles.section}>
          <h2 className={styles.title}>Level {level}</h2>
          <div>
            {criteria
              .filter((criterion) => criterion.level === level)
              .map((criterion) => (
                <Result key={criterion.number} criterion={criterion} />
              ))}
          </div>
        </section>
      ))}
    </Page>
  )
}

function Result({ criterion: { number, name, adherence, remark, tests } }: { criterion: Criterion }) {
  return (
    <details className={styles.question}>
      <summary className={styles.ask}>
        <span>
          {number} {name} <Chip tone={toneOf(adherence)}>{adherenceNames[adherence]}</Chip>
        </span>
        <Icon name="chevron" />
      </summary>
      <div className={styles.answer}>
        {remark && <p>{remark}</p>}
        {tests.length > 0 && (
          <>
            <p>Shown by {countOf(tests.length, 'automated test')}:</p>
            <ul>
              {tests.map((test) => (
                <li key={test}>{test}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  )
}

function isGap(adherence: Criterion['adherence']) {
  return adherence === 'partially-supports' || adherence === 'does-not-support'
}

function toneOf(adherence: Criterion['adherence']) {
  if (adherence === 'supports') return 'good'
  return isGap(adherence) ? 'warn' : 'neutral'
}
