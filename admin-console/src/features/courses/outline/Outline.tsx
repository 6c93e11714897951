import type { CourseRecord } from '@flagyard/api-types'
import { EditForm } from '../../../crud/EditForm.tsx'
import { countOf } from '../../../lib/format.ts'
import type { OutlineRecord } from '../../../providers/outline-record.ts'
import { type Sections, toSend } from './edit-outline.ts'
import { OutlineInput } from './OutlineInput.tsx'

export default function Outline({ course }: { course: CourseRecord }) {
  return (
    <EditForm<OutlineRecord>
      resource="outlines"
      id={course.id}
      recordLabel="outline"
      labels={{ sections: 'Sections and lessons' }}
      texts={{ sections: (sections) => linesOf(sections as Sections) }}
      successMessage={whatBecame}
      transform={(data: OutlineRecord) => ({ ...data, sections: toSend(data.sections) })}
    >
      <OutlineInput course={course} />
    </EditForm>
  )
}

/** Notification after a save. Removed parts with learner history are archived. */
const whatBecame = ({ archived }: OutlineRecord) =>
  archived.length === 0
    ? 'The outline is saved'
    : `The outline is saved. ${countOf(archived.length, 'part is', 'parts are')} archived, because learners have a history there: ${archived.join(', ')}`

/** The outline as text, for comparison in a conflict. */
const linesOf = (sections: Sections) =>
  sections
    .flatMap(({ title, lessons, opens_after }) => [
      opens_after ? `${title} (opens after ${opens_after})` : title,
      ...lessons.map(
        ({ title, kind, required, free_preview }) =>
          `  ${title} (${[kind, !required && 'optional', free_preview && 'free'].filter(Boolean).join(', ')})`,
      ),
    ])
    .join('\n')
