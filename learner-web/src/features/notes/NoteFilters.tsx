import { Button } from '@flagyard/ui/Button'
import { SelectField, TextField } from '@flagyard/ui/fields'
import { saveFile } from '@flagyard/ui/save-file'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import styles from './notes.module.css'

interface Props {
  q: string
  course: string
  change: (name: 'q' | 'course', value: string) => void
}

/** Search and course filter, and a download of the selected course’s notes or of all. */
export function NoteFilters({ q, course, change }: Props) {
  const { data: courses = [] } = useQuery(callQuery('listNotedCourses'))
  const { run, isPending } = useAction({ onError: showError })
  const download = async () =>
    saveFile(await api.downloadNotes(course ? { course } : {}), course ? `notes-${course}.md` : 'notes.md')
  return (
    <search className={styles.filters}>
      <TextField
        label="Search your notes"
        name="q"
        type="search"
        required
        maxLength={100}
        value={q}
        onChange={(event) => change('q', event.target.value)}
      />
      <SelectField
        label="Course"
        name="course"
        required
        value={course}
        onChange={(event) => change('course', event.target.value)}
        options={[
          { value: '', label: 'All courses' },
          ...courses.map(({ slug, title, notes }) => ({ value: slug, label: `${title} (${notes})` })),
        ]}
      />
      {courses.length > 0 && (
        <Button busy={isPending} onClick={() => void run(download)}>
          {course ? 'Download this course’s notes' : 'Download all notes'}
        </Button>
      )}
    </search>
  )
}
