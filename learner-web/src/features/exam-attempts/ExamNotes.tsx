import type { TextSaver } from '../../lib/text-saver.ts'
import { SavedText } from '../../shell/SavedText.tsx'
import styles from './Examroom.module.css'

/** The candidate's private notes, saved while they type. */
export function ExamNotes({ saver }: { saver: TextSaver }) {
  return (
    <section className="stack">
      <h2 className={styles.title}>Notes</h2>
      <SavedText
        saver={saver}
        label="Your notes"
        rows={8}
        hint="Only you read them. They are saved while you type, and stay with this attempt."
      />
    </section>
  )
}
