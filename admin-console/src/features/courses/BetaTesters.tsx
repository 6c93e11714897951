import type { CourseRecord } from '@flagyard/api-types'
import { useNotify } from 'react-admin'
import { ActionButton } from '../../crud/actions/ActionButton.tsx'
import { filled, LinesInput } from '../../crud/inputs.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import type { CallReply } from '../../providers/data-provider.ts'
import { CourseUserRows } from '../progress/CourseUsers.tsx'

type Change = CallReply<'changeBetaTesters'>

/** Learners who can open the course while it is in beta. */
export default function BetaTesters({ course }: { course: CourseRecord }) {
  return (
    <RelatedList
      reference="course_users"
      target="slug"
      filter={{ source: 'beta' }}
      resourceLabel={['beta tester', 'beta testers']}
      actions={course.allowed.includes('change_beta_testers') && <ChangeButton course={course} />}
    >
      <CourseUserRows
        course={course.slug}
        empty="No beta testers. They can open the course before it is published. Add them by username."
      />
    </RelatedList>
  )
}

function ChangeButton({ course }: { course: CourseRecord }) {
  const notify = useNotify()
  return (
    <ActionButton
      operation="changeBetaTesters"
      label="Add or remove…"
      size="small"
      title={`Beta testers of ${course.title}`}
      call={(provider, { add, remove }: { add: string[]; remove: string[] }) =>
        provider.call('changeBetaTesters', {
          slug: course.slug,
          betaEdit: { add: namesOf(add), remove: namesOf(remove) },
        })
      }
      onSuccess={(change) => notify(wordsOf(change), { type: change.unknown.length > 0 ? 'warning' : 'success' })}
      submitLabel="Save"
      defaultValues={{ add: [], remove: [] }}
      isReady={({ add = [], remove = [] }) => [...add, ...remove].some((name) => name.trim() !== '')}
    >
      {course.status !== 'beta' && <p>The course is not in beta. Beta testers can open it once it is.</p>}
      <LinesInput source="add" label="Add" helperText="Usernames, one per line" />
      <LinesInput source="remove" label="Remove" helperText="Usernames, one per line. Their progress is preserved." />
    </ActionButton>
  )
}

/** Usernames separated by spaces, commas, semicolons or line breaks. */
const namesOf = (lines: string[]) => filled(lines.flatMap((line) => line.toLowerCase().split(/[\s,;]+/)))

/** Result for each name. */
const wordsOf = ({ added, removed, already_in, not_in, unknown }: Change) =>
  [
    ['Added', added],
    ['Removed', removed],
    ['Already beta testers', already_in],
    ['Not beta testers', not_in],
    ['Unknown usernames', unknown],
  ]
    .flatMap(([words, names]) => (names && names.length > 0 ? [`${words}: ${[names].flat().join(', ')}.`] : []))
    .join(' ')
