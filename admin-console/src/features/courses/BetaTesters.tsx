import type { CourseRecord } from '@flagyard/api-types'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
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
      actions={<RecordButtons record={course} actions={betaActions} size="small" />}
    >
      <CourseUserRows
        course={course.slug}
        empty="No beta testers. They can open the course before it is published. Add them by username."
      />
    </RelatedList>
  )
}

const betaActions = [
  actionsOn<CourseRecord>()({
    name: 'change_beta_testers',
    operation: 'changeBetaTesters',
    label: 'Add or remove…',
    title: ({ title }) => `Beta testers of ${title}`,
    body: ({ status }) => (
      <>
        {status !== 'beta' && <p>The course is not in beta. Beta testers can open it once it is.</p>}
        <LinesInput source="add" label="Add" helperText="Usernames, one per line" />
        <LinesInput source="remove" label="Remove" helperText="Usernames, one per line. Their progress is preserved." />
      </>
    ),
    defaults: { add: [] as string[], remove: [] as string[] },
    input: ({ slug }, { add, remove }) => ({ slug, betaEdit: { add: namesOf(add), remove: namesOf(remove) } }),
    isReady: ({ add = [], remove = [] }) => [...add, ...remove].some((name) => name.trim() !== ''),
    submit: 'Save',
    success: (_, change) => wordsOf(change),
  }),
]

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
