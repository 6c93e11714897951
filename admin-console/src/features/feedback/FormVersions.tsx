import type { FeedbackFormVersion } from '@flagyard/api-types'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { countOf, formatDay } from '../../lib/format.ts'
import styles from './Feedback.module.css'
import { QuestionList } from './QuestionList.tsx'

/** What the form asked before, the latest first: each answer belongs to the version that it was given to. */
const FormVersions = () => (
  <RelatedList reference="form_versions" target="form_id" resourceLabel={['version', 'versions']}>
    <Rows<FeedbackFormVersion>
      primaryText={(version) => `Version ${version.number}`}
      tertiaryText={(version) => countOf(version.responses, 'response')}
      secondaryText={(version) => (
        <>
          Since {formatDay(version.created_at)} · groups of {version.anonymity_threshold}
          <AsAsked version={version} />
        </>
      )}
      empty="The first version appears here once the form has questions."
    >
      <Column<FeedbackFormVersion> source="number" label="Version" align="right" />
      <Column<FeedbackFormVersion>
        source="created_at"
        label="Since"
        render={({ created_at }) => formatDay(created_at)}
      />
      <Column<FeedbackFormVersion> source="responses" label="Responses" align="right" />
      <Column<FeedbackFormVersion> source="anonymity_threshold" label="Groups of" align="right" />
      <Column<FeedbackFormVersion>
        source="questions"
        label="Questions as they were asked"
        cellClassName="wraps"
        render={(version) => <AsAsked version={version} />}
      />
    </Rows>
  </RelatedList>
)

export default FormVersions

const AsAsked = ({ version: { number, questions } }: { version: FeedbackFormVersion }) => (
  <details className={styles.versions}>
    <summary>
      {countOf(questions.length, 'question')}
      <span className="visually-hidden"> of version {number}</span>
    </summary>
    <QuestionList questions={questions} />
  </details>
)
