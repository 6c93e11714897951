import { PREPARE_MINUTES } from '@flagyard/api-types/exams/timing'
import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function FaqsPage() {
  return (
    <Page title="Questions" width="text" intro="What people ask before they start and along the way.">
      {groups.map(({ title, questions }) => (
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

const groups: { title: string; questions: [string, string][] }[] = [
  {
    title: 'Labs',
    questions: [
      [
        'Do I need a cloud account of my own?',
        'No. When you start a lab, we set up an account for it that is yours alone until your time ends. You get no cloud bill, and no cloud provider needs your card.',
      ],
      [
        'Is it a simulation?',
        'Where a lab has a shell on its page, yes: your commands are judged as the cloud would judge them, and reach nothing else. The shell says so in its first line. A rehearsal is always simulated. It is free, starts at once, and forgets everything when it ends.',
      ],
      [
        'What happens to what I build in it?',
        'When the lab ends, we revoke its credentials and wipe the account twice before the next learner gets it. Keep your notes and outputs on your own machine: nothing in the account survives.',
      ],
      [
        'What if all accounts are in use?',
        'You join a fair queue and see an estimate. Keep the page open and the lab starts by itself. If you are away when your turn comes, we hold the account for ten minutes.',
      ],
      [
        'Can I have more time?',
        'Yes. Toward the end of a lab you can extend it, as often as the lab allows; the button shows how many extensions are left. We remind you 30, 10 and 5 minutes before the end.',
      ],
      [
        'Do I lose my flags when I reset a lab?',
        'No. Solved flags stay solved. A reset rebuilds the environment and uses up one of the lab’s resets, unless the failure was ours.',
      ],
    ],
  },
  {
    title: 'Courses and exams',
    questions: [
      [
        'When is a video lesson complete?',
        'When you have watched enough of it, usually 90%. Skipping to the end does not count, but watching at double speed does.',
      ],
      [
        'How do exams work?',
        `You book a day and an hour that suit you. We prepare the environment ${PREPARE_MINUTES} minutes before. Your clock starts once you have checked in and the environment is ready, and you submit flags until you are done or your time is up.`,
      ],
      [
        'How does someone check my certificate?',
        'Each certificate has a public page under its own ID. Anyone with the link, or with the code on the PDF, can see whose it is, what it is for, and whether it is still valid.',
      ],
    ],
  },
  {
    title: 'Buying',
    questions: [
      [
        'Can I buy for someone else?',
        'Yes. Choose “Buy for my team”, say for how many, and name them now or later. A gift can carry your words and wait for its day. You see who uses a seat, and can pass on those that nobody used yet.',
      ],
      [
        'I have a voucher. Where do I enter it?',
        'Sign in, open “Vouchers” in your account menu and choose “I have a code”. Before you confirm, you see what it gives you access to, and for how long.',
      ],
    ],
  },
]
