import { catalogue, lessonSeconds } from './catalogue/catalogue.ts'
import type { Films } from './catalogue/films.ts'
import { learnerId } from './people.ts'
import { after, idOf, MINUTE } from './random.ts'
import type { Rows } from './rows.ts'

/** Notes of the demo's own learner, by lesson: the position as a share of the video, and the text. */
const written: Record<string, [share: number | null, text: string][]> = {
  'how-iam-decides': [
    [0.2, 'An explicit deny wins, whatever else allows it. Look for denies first.'],
    [0.7, 'Order: organisation policy, permission boundary, session policy, then identity and resource policies.'],
    [null, 'Ask at work: who set our permission boundaries, and when did somebody last look at them?'],
  ],
  'reading-policies-fast': [
    [null, 'NotAction with Allow grants everything else.\nPassRole with a star is the whole account.'],
  ],
  'assume-the-wrong-role': [
    [0.4, 'Trust policies: a principal of :root means everybody in that account who may call sts:AssumeRole.'],
  ],
}
const bookmarked = ['how-iam-decides', 'cross-account-trust']

/** Notes and bookmarks on lessons that the learner has passed. */
export function addNotes(rows: Rows, films: Films): void {
  for (const course of catalogue.courses)
    for (const lesson of course.sections.flatMap((section) => section.lessons)) {
      const lesson_id = idOf(`lesson ${course.slug} ${lesson.slug}`)
      const seen = rows.lessonProgress.find((row) => row.user_id === learnerId && row.lesson_id === lesson_id)
      if (!seen?.updated_at) continue
      const mine = { user_id: learnerId, lesson_id }
      const at = seen.updated_at
      for (const [place, [share, text]] of (written[lesson.slug] ?? []).entries()) {
        const created_at = after(at, (place - 5) * MINUTE)
        rows.notes.push({
          ...mine,
          id: idOf(`note ${lesson_id} ${place}`),
          course_id: idOf(`course ${course.slug}`),
          text,
          position_seconds:
            share === null || lesson.kind !== 'video' ? null : Math.floor(share * lessonSeconds(films, lesson)),
          created_at,
          updated_at: created_at,
        })
      }
      if (bookmarked.includes(lesson.slug))
        rows.lessonBookmarks.push({ ...mine, id: idOf(`bookmark ${lesson_id}`), created_at: at })
    }
}
