import { paths } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { Link } from '@flagyard/ui/Link'
import { Page } from '../../shell/Page.tsx'
import styles from '../pages/Prose.module.css'
import { ContactForm } from './ContactForm.tsx'

export default function ContactPage() {
  return (
    <Page
      title="Contact"
      intro="A real person reads every message. On working days you will hear from us within a day."
    >
      <div className={styles.contact}>
        <ContactForm />
        <Card as="section" className={styles.card}>
          <h2 className={styles.title}>Before you write</h2>
          <p>
            The answer may already be among the <Link to={paths.faqs}>common questions</Link>.
          </p>
          <p>
            <strong>Something does not work?</strong> Tell us the course or lab, the time it happened, and what you saw.
            A lab that failed on our side never costs you a reset.
          </p>
          <p>
            <strong>A lesson could be better?</strong> A wrong command, an unclear sentence, a flag that should have
            counted: the authors read these themselves.
          </p>
          <p>
            <strong>Found a weakness in Flagyard?</strong> Please write to us before you publish it. Good faith is met
            with thanks, not lawyers.
          </p>
        </Card>
      </div>
    </Page>
  )
}
