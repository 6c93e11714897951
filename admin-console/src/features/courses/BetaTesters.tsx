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
        empty="Beta testers open the course before everybody else. Add the first ones by their usernames."
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
      {course.status !== 'beta' && <p>The course is no beta now: they open it once it is one.</p>}
      <LinesInput source="add" label="Add" helperText="Usernames, one a line" />
      <LinesInput source="remove" label="Remove" helperText="Usernames, one a line. What they did in it stays." />
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
    ['Already in', already_in],
    ['Was not in', not_in],
    ['There is no such account', unknown],
  ]
    .flatMap(([words, names]) => (names && names.length > 0 ? [`${words}: ${[names].flat().join(', ')}.`] : []))
    .join(' ')
