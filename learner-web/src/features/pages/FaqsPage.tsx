import { paths } from '@flagyard/api-types/links'
import { faqs } from '@flagyard/api-types/site-texts'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function FaqsPage() {
  return (
    <Page title="Questions" width="text" intro="What people ask before they start and along the way.">
      {faqs.map(({ title, questions }) => (
        <section key={title} className={styles.section}>
          <h2 className={styles.title}>{title}</h2>
          <div>
            {questions.map(([question, answer]) => (
              <details key={question} className={styles.question}>
                <summary className={styles.ask}>
                  {question}
                  <Icon name="chevron" />
                </summary>
                <p className={styles.answer}>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      ))}
      <p className="muted">
        Didn’t find your answer? <Link to={paths.contact}>Write to us</Link>.
      </p>
    </Page>
  )
}
