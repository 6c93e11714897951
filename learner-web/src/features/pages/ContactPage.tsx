import { paths } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function ContactPage() {
  return (
    <Page
      title="Contact"
      width="text"
      intro="A person reads every message. On working days you will hear from us within a day."
    >
      <div className={styles.cards}>
        <ContactCard title="Something does not work" mail="support@flagyard.example">
          Tell us the course or lab, the time it happened, and what you saw. A lab that failed on our side never costs
          you a reset.
        </ContactCard>
        <ContactCard title="A lesson could be better" mail="courses@flagyard.example">
          A wrong command, an unclear sentence, a flag that should have counted: the authors read these themselves.
        </ContactCard>
        <ContactCard title="Seats for a team" mail="teams@flagyard.example">
          For an invoice with your reference, or more seats than the checkout offers.
        </ContactCard>
        <ContactCard title="A security hole in Flagyard" mail="security@flagyard.example">
          Found a weakness in Flagyard itself? Write to us before you publish. Good faith is met with thanks, not
          lawyers.
        </ContactCard>
      </div>
      <p className="muted small">
        Many answers are already among the <Link to={paths.faqs}>questions</Link>.
      </p>
    </Page>
  )
}

function ContactCard({ title, mail, children }: { title: string; mail: string; children: ReactNode }) {
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      <p>{children}</p>
      <p>
        <a className="reach" href={`mailto:${mail}`}>
          {mail}
        </a>
      </p>
    </Card>
  )
}
