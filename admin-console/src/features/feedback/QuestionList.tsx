import type { FeedbackQuestion } from '@flagyard/api-types'
import styles from './Feedback.module.css'
import { describeQuestion } from './question-words.ts'

export const QuestionList = ({ questions }: { questions: readonly FeedbackQuestion[] }) =>
  questions.length === 0 ? (
    <p className={styles.quiet}>It has no questions.</p>
  ) : (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id}>
          {question.label}
          <span className={styles.quiet}>{describeQuestion(question)}</span>
        </li>
      ))}
    </ol>
  )
