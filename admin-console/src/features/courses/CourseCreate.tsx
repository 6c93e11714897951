import { consolePaths } from '@flagyard/api-types/links'
import { required, SelectInput, useRedirect } from 'react-admin'
import { CreateForm } from '../../crud/CreateForm.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { levelNames } from '../../lib/format.ts'
import styles from './CourseEdit.module.css'
import { PlainTextInput } from './course-inputs.tsx'
import { slugOf } from './outline/edit-outline.ts'
import { SlugInput } from './SlugInput.tsx'

const noCourse = { title: '', slug: '', level: 'beginner' }

/** A title and a name in addresses: the rest is written in its editor. */
export default function CourseCreate() {
  const redirect = useRedirect()
  return (
    <>
      <ScreenHeader title="New course" back={{ to: consolePaths.listCoursesForAdmin, label: 'Courses' }} />
      <div className={`${styles.card} ${styles.narrow}`}>
        <CreateForm
          recordLabel="course"
          defaultValues={noCourse}
          successMessage="The course is a draft: only editors see it"
          onCreated={(id) => redirect('edit', 'courses', id)}
        >
          <PlainTextInput source="title" label="Title" validate={required('Say what it is called')} autoFocus />
          <SlugInput suggest={slugOf} parse={lowered} validate={[required('Say its name in addresses'), notReserved]} />
          <SelectInput
            margin="none"
            source="level"
            label="Level"
            choices={Object.entries(levelNames).map(([id, name]) => ({ id, name }))}
            validate={required()}
            helperText={false}
          />
        </CreateForm>
      </div>
    </>
  )
}

const lowered = (typed: string) => typed.toLowerCase()

/** This screen has that address. */
const notReserved = (slug?: string) => (slug === 'create' ? 'Choose another name: this one is taken' : undefined)
